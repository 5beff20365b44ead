#include "configuration/offer_properties.h"

namespace callboard::configuration {
namespace {

using enum OfferPropertyType;

constexpr std::array kCompensation{
    OfferProperty{"salary", "Salary", false, currency},
    OfferProperty{"signingBonus", "Signing bonus", false, currency},
    OfferProperty{"bonus", "Yearly bonus", false, percent},
    OfferProperty{"shares", "Shares", false, number},
};

constexpr std::array kStart{
    OfferProperty{"startDate", "First day", false, date},
    OfferProperty{"contractType", "Type of contract", false, select},
    OfferProperty{"country", "Country of work", false, country},
    OfferProperty{"region", "Region of work", false, region},
    OfferProperty{"remote", "Works from home", false, boolean},
    OfferProperty{"manager", "Manager", false, user},
    OfferProperty{"remarks", "Remarks", false, text},
};

constexpr std::array kCategories{
    OfferPropertyCategory{"COMPENSATION", kCompensation},
    OfferPropertyCategory{"START", kStart},
};

}  // namespace

std::span<const OfferPropertyCategory> offer_properties() {
    return kCategories;
}

}  // namespace callboard::configuration
