#include "base/company_gate.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

const CompanyId kOne = CompanyId::from_trusted("00000000-0000-4000-8000-000000000001");
const CompanyId kTwo = CompanyId::from_trusted("00000000-0000-4000-8000-000000000002");
const CompanyId kThree = CompanyId::from_trusted("00000000-0000-4000-8000-000000000003");

TEST(CompanyGate, LimitsEachCompany) {
    CompanyGate gate{2};
    EXPECT_TRUE(gate.enter(kOne));
    EXPECT_TRUE(gate.enter(kOne));
    EXPECT_FALSE(gate.enter(kOne));
    EXPECT_TRUE(gate.enter(kTwo));

    gate.leave(kOne);

    EXPECT_TRUE(gate.enter(kOne));
}

TEST(CompanyGate, LimitsAllCompanies) {
    CompanyGate gate{1, 2};
    {
        const CompanyGate::Place one{gate, kOne};
        const CompanyGate::Place again{gate, kOne};
        const CompanyGate::Place two{gate, kTwo};
        const CompanyGate::Place three{gate, kThree};
        EXPECT_TRUE(one.entered());
        EXPECT_FALSE(again.entered());
        EXPECT_TRUE(two.entered());
        EXPECT_FALSE(three.entered());
    }
    EXPECT_TRUE(gate.enter(kThree));
    EXPECT_TRUE(gate.enter(kOne));
    EXPECT_FALSE(gate.enter(kTwo));
}

}  // namespace
}  // namespace callboard
