// Decodes the query string of a URL into a message, like a body.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "wire/shape.h"

namespace callboard::wire {

// The parameters of a query, decoded, in order. Parameters without a value or with an empty one are ignored.
class QueryParameters {
  public:
    explicit QueryParameters(std::string_view query);  // throws Error INVALID_PARAMETER

    // The last value of a parameter; all values, repeated or separated by commas.
    std::optional<std::string_view> last(std::string_view name) const;
    std::vector<std::string_view> all(std::string_view name) const;

    // The distinct names that begin with the prefix, in order.
    std::vector<std::string_view> names_beginning_with(std::string_view prefix) const;

  private:
    std::vector<std::pair<std::string, std::string>> pairs_;
};

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

// Moves the name of the parameter from the path into the message: faults of a query have no JSON pointer.
std::vector<Fault> named_faults(std::vector<Fault> faults);

// Reports the parameters that are not among the known ones, also those without a value. Names with the prefix
// are known.
void note_unknown_parameters(std::string_view query, KnownNames known, Reading& reading,
                             std::string_view known_prefix = {});

// A query with parameters whose names are data: they begin with kOpenPrefix.
template <class T>
concept HasOpenParameters =
    requires(T& message, const std::vector<std::string_view>& values, Reading& reading) {
        message.take_open_parameter(T::kOpenPrefix, values, reading);
    };

// Throws INVALID_PARAMETER with every fault.
template <Message T>
T decode_query(std::string_view query, Reading reading) {
    T message{};
    if constexpr (!std::same_as<T, Nothing>) {
        const QueryParameters parameters{query};
        for_each_field<T>([&]<class Member>(const Field<T, Member>& each) {
            const Reading::Step step{reading, each.name.text()};
            if constexpr (kIsList<Member>) {
                const auto texts = parameters.all(each.name.text());
                if (texts.size() > each.rule.max_items) return reading.fault(too_many_items(each.rule));
                for (const auto text : texts)
                    if (auto value = Codec<typename Member::value_type>::parse(text, each.rule, reading))
                        (message.*(each.member)).push_back(std::move(*value));
            } else if (const auto text = parameters.last(each.name.text())) {
                using Value = typename Unwrapped<Member>::Type;
                if (auto value = Codec<Value>::parse(*text, each.rule, reading)) {
                    Value& parsed = *value;
                    message.*(each.member) = std::move(parsed);
                }
            }
        });
        if constexpr (HasOpenParameters<T>) {
            for (const std::string_view name : parameters.names_beginning_with(T::kOpenPrefix))
                message.take_open_parameter(name.substr(T::kOpenPrefix.size()), parameters.all(name),
                                            reading);
        }
    }
    if (!query.empty()) {
        if constexpr (HasOpenParameters<T>) {
            note_unknown_parameters(query, kFieldNames<T>, reading, T::kOpenPrefix);
        } else {
            note_unknown_parameters(query, kFieldNames<T>, reading);
        }
        if (auto faults = reading.take_faults(); !faults.empty())
            throw Error{ErrorKind::invalid_request, named_faults(std::move(faults))};
    }
    return message;
}
// For requests: parameters that are not known are reported in `unknown`.
template <Message T>
T decode_query(std::string_view query, UnknownNames& unknown) {
    return decode_query<T>(query, Reading{"INVALID_PARAMETER", unknown});
}
template <Message T>
T decode_query(std::string_view query) {
    return decode_query<T>(query, Reading{"INVALID_PARAMETER"});
}

}  // namespace callboard::wire
