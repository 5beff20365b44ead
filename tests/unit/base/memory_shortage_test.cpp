#include "base/memory_shortage.h"

#include <new>
#include <thread>

#include <gtest/gtest.h>

namespace callboard {
namespace {

class MemoryShortage : public testing::Test {
  protected:
    MemoryShortage() { prepare_for_memory_shortage(); }
    ~MemoryShortage() override { std::set_new_handler(before_); }

    static void allocation_fails() { std::get_new_handler()(); }

  private:
    const std::new_handler before_ = std::get_new_handler();
};

TEST_F(MemoryShortage, FailsTheWorkOfARequest) {
    EXPECT_THROW(allocation_fails(), std::bad_alloc);
}

TEST_F(MemoryShortage, IsWaitedForInTheBackground) {
    std::thread{[] {
        wait_for_memory_on_this_thread();
        EXPECT_NO_THROW(allocation_fails());
    }}.join();
    EXPECT_THROW(allocation_fails(), std::bad_alloc);
}

}  // namespace
}  // namespace callboard
