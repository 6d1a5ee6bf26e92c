#ifndef SCRB_FEATURE_MAP_H
#define SCRB_FEATURE_MAP_H

// Steps 1 and 2 as one thing: what makes features of rows, those of the fit and later new ones. A kind of features is
// one class derived from this, and one line in read_feature_map().

#include <memory>
#include <string>
#include <vector>

#include "data/block.h"
#include "features/similarity.h"
#include "support/fields.h"

namespace scrb {

class FeatureMap {
 public:
  virtual ~FeatureMap() = default;

  virtual const char* kind() const = 0;  // as read_feature_map() knows it
  virtual Reading reading() const = 0;   // of the rows that it is given

  // The features of the rows of a fit; with `keep`, remembers what new rows need. Once.
  virtual std::unique_ptr<Features> learn(const ScaledRows& rows, Index k, bool keep, const Context& context) = 0;

  virtual bool is_two_sided() const = 0;  // whether features are normalised on both sides

  // One of two halves of the features that share none; 0 and 1 are such halves, 2 and 3 two others. Not of a map that
  // has learned.
  virtual std::unique_ptr<FeatureMap> half(int which) const = 0;

  // New rows, and how many of them met nothing that the fit knows.
  struct Found {
    std::unique_ptr<RowLinks> links;
    Index unknown = 0;
  };
  virtual Found find(const ScaledRows& rows, const Context& context) const = 0;

  virtual const char* step() const = 0;                // what learning is called
  virtual double bins_per_grid() const { return 0; }   // that are occupied, where there are grids
  virtual void describe(FieldsOut& fields) const = 0;  // numbers for people
  virtual void write(FieldsOut& fields) = 0;           // what find() needs; large parts are let go, so once
  virtual Index n_sums() const = 0;                    // of the rows that find() finds
};

// Which of `count` features are in a half.
std::vector<Index> half_of(Index count, int which);

// From what write() wrote, of a fit with these columns; throws BadModel. Views into `fields` are kept.
std::unique_ptr<FeatureMap> read_feature_map(const std::string& kind, const FieldsIn& fields, Index n_cols,
                                             Index n_scaled_cols, double unit);

}  // namespace scrb

#endif
