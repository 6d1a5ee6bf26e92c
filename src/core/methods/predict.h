#ifndef SCRB_PREDICT_H
#define SCRB_PREDICT_H

// The front door for new rows: their links to what the fit knows (step 2), their places by its weights, the nearest
// centre there; rows without a place take the label of the nearest centre of the data. On the rows of the fit itself
// this gives the fit, bit for bit.

#include "features/graph.h"
#include "methods/model.h"

namespace scrb {

struct NewRows {
  std::vector<std::int32_t> cluster;  // 0-based
  std::vector<double> embedding;      // n x placing.n_columns(), row after row
  Index unknown = 0;                  // rows that met nothing that the fit knows
};

// Rows with the columns of the fit.
NewRows predict_rows(const Model& model, const Rows& rows, const Context& context);

// Similarities to the nodes of the fit, a row each.
NewRows predict_nodes(const Model& model, const LinkMatrix& similarities, const Context& context);

}  // namespace scrb

#endif
