#ifndef SCRB_KEY_TABLE_H
#define SCRB_KEY_TABLE_H

// Inside step 2: the hash table of one grid, 64-bit keys to dense ids.

#include <cstdint>
#include <vector>

#include "support/parallel.h"

namespace scrb {

// Keys to ids in order of arrival, by open addressing; counts how often each came.
class KeyTable {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  explicit KeyTable(Index expected = 0) {
    Index slots = 64;
    while (slots < 2 * expected) slots *= 2;
    resize(slots);
  }

  void prefetch(std::uint64_t key) const {
#ifdef __GNUC__
    __builtin_prefetch(&slots_[place(key)]);
#else
    (void)key;
#endif
  }

  std::uint32_t add(std::uint64_t key) {
    if (2 * n_keys_ >= slots_.size()) resize(2 * slots_.size());
    Slot& slot = slots_[probe(key)];
    if (slot.id == none) slot = {key, n_keys_++, 0};
    ++slot.count;
    return slot.id;
  }

  std::uint32_t find(std::uint64_t key) const { return slots_[probe(key)].id; }

  std::uint32_t size() const { return n_keys_; }

  // Calls visit(key, id, count) for every key, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_)
      if (slot.id != none) visit(slot.key, slot.id, slot.count);
  }

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t id, count;
  };

  // keys are sums of products: only a further product spreads them over the top bits
  std::size_t place(std::uint64_t key) const { return (key ^ (key >> 32)) * 0x9e3779b97f4a7c15u >> shift_; }

  std::size_t probe(std::uint64_t key) const {
    std::size_t s = place(key);
    while (slots_[s].id != none && slots_[s].key != key) s = (s + 1) & (slots_.size() - 1);
    return s;
  }

  void resize(std::size_t n_slots) {
    shift_ = 64;
    for (std::size_t s = n_slots; s > 1; s /= 2) --shift_;
    std::vector<Slot> old(n_slots, Slot{0, none, 0});
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != none) slots_[probe(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::uint32_t n_keys_ = 0;
  int shift_ = 64;
};

}  // namespace scrb

#endif
