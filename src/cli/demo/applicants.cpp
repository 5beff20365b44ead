#include "cli/demo/applicants.h"

#include <algorithm>
#include <utility>

#include "cli/demo/job_outcomes.h"

namespace callboard::cli::demo {
namespace {

using candidates::Status;

// Assigns applicants to courses, which are ordered oldest first.
class ApplicantAssigner {
  public:
    ApplicantAssigner(const std::vector<ApplicationPath>& paths, SeededRandom& random)
        : paths_(paths), random_(random) {}

    std::vector<Applicant> run() {
        for (std::size_t number = 0; number < paths_.size(); ++number) {
            Applicant* known = transferred_to(number);
            if (!known && people_.size() >= people_expected(number)) known = returning_applicant(number);
            assign(number, known);
        }
        return std::move(people_);
    }

  private:
    // The number of applicants when this course begins; reaches the total at the last course.
    std::size_t people_expected(std::size_t number) const {
        constexpr std::size_t kPeople = kCandidates - kInPool;
        return std::min(kPeople, number * kPeople / paths_.size() + 1);
    }

    void assign(std::size_t number, Applicant* person) {
        if (!person) {
            person =
                &people_.emplace_back(kJobs.at(paths_.at(number).job).department, std::vector<std::size_t>{});
        }
        person->paths.push_back(number);
    }

    std::vector<Applicant*> people_where(auto condition) {
        std::vector<Applicant*> found;
        for (Applicant& person : people_)
            if (condition(person)) found.push_back(&person);
        return found;
    }

    const ApplicationPath& last(const Applicant& person) const { return paths_.at(person.paths.back()); }

    bool may_apply(const Applicant& person, const ApplicationPath& path) const {
        constexpr std::size_t kMost = 3;
        const auto rules_out = [&](std::size_t number) {
            const ApplicationPath& before = paths_.at(number);
            return before.job == path.job || before.outcome == Status::hired ||
                   before.outcome == Status::offered;
        };
        return person.paths.size() < kMost && std::ranges::none_of(person.paths, rules_out);
    }

    Applicant* transferred_to(std::size_t number) {
        const ApplicationPath& path = paths_.at(number);
        if (path.outcome != Status::lead) return nullptr;
        const auto found = people_where([&](const Applicant& person) {
            return last(person).outcome == Status::transferred && last(person).ended() >= path.begun &&
                   may_apply(person, path);
        });
        return found.empty() ? nullptr : random_.pick(found);
    }

    Applicant* returning_applicant(std::size_t number) {
        const ApplicationPath& path = paths_.at(number);
        const std::size_t department = kJobs.at(path.job).department;
        const auto found = people_where([&](const Applicant& person) {
            return person.department == department && last(person).outcome != Status::transferred &&
                   may_apply(person, path);
        });
        return found.empty() ? nullptr : random_.pick(found);
    }

    const std::vector<ApplicationPath>& paths_;
    SeededRandom& random_;
    std::vector<Applicant> people_;
};

}  // namespace

std::vector<Applicant> applicants(const std::vector<ApplicationPath>& paths, SeededRandom& random) {
    return ApplicantAssigner{paths, random}.run();
}

}  // namespace callboard::cli::demo
