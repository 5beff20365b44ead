// The secrets key of tests.
#pragma once

#include <string>

#include "base/seal.h"

namespace callboard::test {

inline const Seal& test_seal() {
    static const Seal kSeal{Secret{std::string(Seal::kKeySize, 'k')}};
    return kSeal;
}

}  // namespace callboard::test
