#include "spectrum/lanczos.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace scrb {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// A direction of the next block that is shorter than this lost digits when what lay in the basis was taken out.
constexpr double short_direction = 1e-6;

}  // namespace

void Deflated::apply_block(Index count, const double* x, double* y) const {
  convergence_.add_products(count);
  op_.apply_block(count, x, y);
  if (vectors_.cols() == 0) return;
  const Eigen::Map<const MatrixXd> in(x, rows(), count);
  const MatrixXd along = values_.asDiagonal() * inner_products(vectors_, in, context_);
  subtract_product(vectors_, along, Eigen::Map<MatrixXd>(y, rows(), count), context_);
}

BlockLanczos::BlockLanczos(const Deflated& op, Index wanted, Index ncv, Index width)
    : Spectra::Arnoldi<double, Deflated>(op, ncv), wanted_(wanted), width_(width) {}

bool BlockLanczos::compute(MatrixXd start, Index most_products, const Goal& goal) {
  m_fac_V.resize(m_n, m_m);
  m_fac_H.setZero(m_m, m_m);
  block_.swap(start);
  normalize_block(0);
  Index next_look = wanted_ + 1;
  for (;;) {
    while (m_k + width_ <= m_m) {
      extend();
      const bool full = m_k + width_ > m_m, out_of_time = state_.products >= most_products && m_k > wanted_;
      if (state_.products < next_look && !full && !out_of_time) continue;
      const double off = look(goal);
      if (off <= 1) return true;
      if (out_of_time) return false;
      // residuals fall about evenly on a log scale: half of what is then left, but not much more than a few
      const double left = m_op.convergence().products_left();
      next_look = state_.products + std::max<Index>(1, std::min(static_cast<Index>(left / 2), m_m / 4));
    }
    restart();
  }
}

// The next block joins the basis.
void BlockLanczos::extend() {
  place_block();
  m_op.apply_block(width_, &m_fac_V(0, m_k), block_.data());
  state_.products += width_;
  const Index count = m_k + width_;
  MatrixXd along(count, width_);
  orthogonalize(count, along);
  m_fac_H.block(0, m_k, count, width_) = along;
  m_fac_H.block(m_k, 0, width_, count) = along.transpose();
  normalize_block(count);
  m_k = count;
}

// Columns without a direction, the last ones, are random ones: the basis is all that A makes of the start.
void BlockLanczos::place_block() {
  for (Index j = 0; j < width_; ++j) {
    if (j < directions_) {
      m_fac_V.col(m_k + j) = block_.col(j);
      continue;
    }
    Eigen::Map<const MatrixXd> basis(m_fac_V.data(), m_n, m_k + j);
    m_fac_f.resize(m_n);
    expand_basis(basis, 2 * (m_k + j), m_fac_f, m_beta);
    m_fac_V.col(m_k + j) = m_fac_f / m_beta;
  }
}

// Leaves in the block what is orthogonal to the first `count` vectors of the basis; `along`: what it had along them.
void BlockLanczos::orthogonalize(Index count, MatrixXd& along) {
  const auto basis = m_fac_V.leftCols(count);
  along = inner_products(basis, block_, m_op.context());
  const std::vector<double> again =
      sum_rows(m_n, count * width_, m_op.context(), [&](Index begin, Index end, double* sum) {
        Eigen::Map<MatrixXd> product(sum, count, width_);
        const auto rows = basis.middleRows(begin, end - begin);
        for (Index j = 0; j < width_; ++j) {
          auto part = block_.col(j).segment(begin, end - begin);
          part.noalias() -= rows * along.col(j);
          product.col(j).noalias() += rows.transpose() * part;
        }
      });
  const Eigen::Map<const MatrixXd> rest(again.data(), count, width_);
  subtract_product(basis, rest, block_, m_op.context());
  along += rest;
}

// Makes the block's columns orthonormal, and `factor_` what they are to be multiplied by. Of directions that are not
// there, nothing but rounding, zeros are left, in the last columns. `count`: vectors that the block is orthogonal to.
void BlockLanczos::normalize_block(Index count) {
  const double nothing = m_eps * std::sqrt(static_cast<double>(m_n));
  factor_.setIdentity(width_, width_);
  MatrixXd along;
  for (int pass = 0; pass < 3; ++pass) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> gram(inner_products(block_, block_, m_op.context()));
    const VectorXd lengths = gram.eigenvalues().reverse().cwiseMax(0).cwiseSqrt();
    const MatrixXd turn = gram.eigenvectors().rowwise().reverse();
    const VectorXd scale = (lengths.array() > nothing).select(lengths, 0);
    combine_in_place(block_, width_, turn * scale.unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; }).asDiagonal(),
                     m_op.context());
    factor_ = scale.asDiagonal() * turn.transpose() * factor_;
    directions_ = (scale.array() > 0).count();
    const bool lost_digits = (scale.array() > 0 && scale.array() < short_direction).any();
    if (!lost_digits && (pass > 0 || width_ == 1)) return;
    if (lost_digits && count > 0) orthogonalize(count, along);
  }
}

double BlockLanczos::look(const Goal& goal) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> small(m_fac_H.topLeftCorner(m_k, m_k));
  state_.values = small.eigenvalues().reverse();
  ritz_ = small.eigenvectors().rowwise().reverse();
  const Index count = std::min(m_k, wanted_ + 1);
  state_.residuals = (factor_ * ritz_.bottomRows(width_).leftCols(count)).colwise().norm().transpose();
  const double off = m_k > wanted_ || m_k == m_n ? goal(state_) : 2;
  m_op.convergence().see(off);
  return off;
}

// More than the wanted pairs are kept, so that those that have converged do not slow down the others.
void BlockLanczos::restart() {
  ++restarts_;
  const Index keep = std::min(wanted_ + (m_m - wanted_) / 3, m_m - width_);
  combine_in_place(m_fac_V, m_k, ritz_.leftCols(keep), m_op.context());
  m_fac_H.setZero();
  m_fac_H.topLeftCorner(keep, keep) = state_.values.head(keep).asDiagonal();
  m_k = keep;
}

MatrixXd BlockLanczos::take_vectors() {
  combine_in_place(m_fac_V, m_k, ritz_.leftCols(wanted_), m_op.context());
  m_fac_V.conservativeResize(Eigen::NoChange, wanted_);  // in place: columns are one after the other
  MatrixXd vectors;
  vectors.swap(m_fac_V);
  return vectors;
}

}  // namespace scrb
