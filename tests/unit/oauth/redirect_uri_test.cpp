#include "oauth/redirect_uri.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::oauth {
namespace {

TEST(RedirectUri, HasAHostThatEverybodyReadsAlike) {
    for (const std::string uri :
         {"https://a.test", "https://a.test:8443/cb?x=1", "https://xn--bcher-kva.example/",
          "https://192.0.2.7/", "https://[2001:db8::1]:8443/cb", "https://intranet/cb",
          "https://3com.example/", "http://localhost:3000/"})
        EXPECT_TRUE(is_redirect_uri(uri)) << uri;
    for (const std::string uri :
         {"https://a..test/",    "https://.a.test/",       "https://a.test./",      "https://-a.test/",
          "https://a-.test/",    "https://a_b.test/",      "https://a%2etest/",     "https://a.test:/",
          "https://a.test:x/",   "https://a.test:123456/", "https://a.test:80:80/", "https://[::1/",
          "https://::1/",        "https://[127.0.0.1]/",   "https://[a.test]/",     "https://2130706433/",
          "https://0x7f000001/", "https://127.1/",         "https://1.2.3.04/",     "https://a,b.test/",
          "https://a.test;b/",   "http://localhost:/",     "http://127.0.0.1:x/"})
        EXPECT_FALSE(is_redirect_uri(uri)) << uri;
    EXPECT_TRUE(is_redirect_uri("https://" + std::string(63, 'a') + ".test/"));
    EXPECT_FALSE(is_redirect_uri("https://" + std::string(64, 'a') + ".test/"));
}

}  // namespace
}  // namespace callboard::oauth
