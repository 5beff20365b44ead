// Callback URLs of known attacks, and ordinary ones.
#include "webhooks/outgoing/address_guard.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <sys/socket.h>

namespace callboard::webhooks {
namespace {

const AddressGuard kStrict{AddressRules{}};
const AddressGuard kOpen{AddressRules{.allow_private = true}};

constexpr std::string_view kPrivate = "it points to a private address";

IpAddress address(std::string_view text) {
    return IpAddress::parse(text).value();
}

// The first, a middle and the last address of each range, and the adjacent ones if they are public.
constexpr std::string_view kNotPublic[] = {
    "0.0.0.0",
    "0.0.0.1",
    "0.255.255.255",  //
    "10.0.0.0",
    "10.1.2.3",
    "10.255.255.255",  //
    "100.64.0.0",
    "100.100.100.200",
    "100.127.255.255",  //
    "127.0.0.0",
    "127.0.0.1",
    "127.255.255.255",  //
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",  //
    "172.16.0.0",
    "172.20.1.1",
    "172.31.255.255",  //
    "192.0.0.0",
    "192.0.0.192",
    "192.0.0.255",  //
    "192.0.2.0",
    "192.0.2.255",  //
    "192.88.99.0",
    "192.88.99.1",
    "192.88.99.255",  //
    "192.168.0.0",
    "192.168.1.1",
    "192.168.255.255",  //
    "198.18.0.0",
    "198.18.5.5",
    "198.19.255.255",  //
    "198.51.100.0",
    "198.51.100.255",  //
    "203.0.113.0",
    "203.0.113.255",  //
    "224.0.0.0",
    "224.0.0.1",
    "239.255.255.255",  //
    "240.0.0.0",
    "250.1.2.3",
    "255.255.255.254",
    "255.255.255.255",  //
    "::",
    "::1",
    "::2",  //
    "fe80::",
    "fe80::1",
    "febf:ffff::1",  //
    "fec0::1",       //
    "fc00::",
    "fd00:ec2::254",
    "fdff:ffff::1",  //
    "ff00::",
    "ff02::1",
    "ffff:ffff::1",  //
    "2001:db8::",
    "2001:db8::1",
    "2001:db8:ffff::1",  //
    "3fff::",
    "3fff:abc::1",
    "3fff:fff:ffff::1",  //
    "100::",
    "100::1",
    "100:0:0:1::1",  //
    "5f00::",
    "5f00::1",
    "5fff::1",  //
    "2001::",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",  // Teredo
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff::1",  //
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0.0.0.0",
    "::ffff:7f00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::",
    "64:ff9b:1::127.0.0.1",
    "64:ff9b:1::169.254.169.254",
    "64:ff9b:1:a9fe:a9:fe00::",
    "64:ff9b:1:1::8.8.8.8",
    "64:ff9b:2::8.8.8.8",
    "64:ff9b:0:0:0:1:808:808",  //
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::",
    "2002:c0a8:101::1",
    "::127.0.0.1",
    "::10.0.0.1",
    "::169.254.169.254",  //
    "::ffff:0:127.0.0.1",
    "::ffff:0:8.8.8.8",  // translated, RFC 2765
    "200::1",
    "4000::1",
    "8000::1",
    "c000::1",
    "e000::1",
};

constexpr std::string_view kPublic[] = {
    "1.0.0.0",
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2400:cb00::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "3ffe:ffff::1",
    "3fff:1000::1",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::8.8.8.8",
    "2002:808:808::1",
    "::8.8.8.8",
};

TEST(IsPublic, NothingThatIsNotForTheInternet) {
    for (const auto text : kNotPublic) EXPECT_FALSE(is_public(address(text))) << text;
}

TEST(IsPublic, EverythingElse) {
    for (const auto text : kPublic) EXPECT_TRUE(is_public(address(text))) << text;
}

// The same addresses as hosts of URLs.

std::string url_of(std::string_view host) {
    return host.contains(':') ? "https://[" + std::string{host} + "]/hook"
                              : "https://" + std::string{host} + "/hook";
}

TEST(FaultOfUrl, ChecksAddresses) {
    for (const auto text : kNotPublic) {
        EXPECT_EQ(kStrict.fault_of_url(url_of(text)), kPrivate) << text;
        EXPECT_EQ(kOpen.fault_of_url(url_of(text)), std::nullopt) << text;
    }
    for (const auto text : kPublic) EXPECT_EQ(kStrict.fault_of_url(url_of(text)), std::nullopt) << text;
}

TEST(FaultOfUrl, KnowsAddressesInAllTheirForms) {
    for (const std::string_view host : {
             "127.1",
             "127.0.1",
             "0",
             "0x7f.1",
             "0x7f000001",
             "0X7F000001",
             "2130706433",
             "017700000001",
             "0177.0.0.1",
             "0177.0.0.01",
             "0x7f.0x0.0x0.0x1",
             "127.0.0.0x1",
             "10.1",
             "0xa000001",
             "167772161",
             "012.0.0.1",
             "169.16689662",
             "0xa9fea9fe",
             "2852039166",
             "0251.0376.0251.0376",
             "169.254.43518",
             "0xA9.0xFE.0xA9.0xFE",
             "192.168.257",
             "0300.0250.1.1",
             "3232235777",
             "%31%32%37.0.0.1",
             "127%2e0%2e0%2e1",
             "[::1]",
             "[0:0:0:0:0:0:0:1]",
             "[0000:0000:0000:0000:0000:0000:0000:0001]",
             "[::ffff:7f00:0001]",
             "[::FFFF:127.0.0.1]",
             "[0:0:0:0:0:ffff:a9fe:a9fe]",
             "[64:FF9B::7F00:1]",
             "localhost",
             "LOCALHOST",
             "LocalHost",
             "localhost.",
             "a.localhost",
             "a.b.LOCALHOST",
             "a.localhost.",
             "%6cocalhost",
             "local%68ost",
         }) {
        const std::string url = "https://" + std::string{host} + "/hook";
        EXPECT_TRUE(kStrict.fault_of_url(url)) << url;
    }
}

TEST(FaultOfUrl, RefusesWhatIsNoUrl) {
    for (const std::string& url : std::vector<std::string>{
             "",
             "https",
             "https:",
             "https:/",
             "https://",
             "https:///",
             "https:///hook",
             "https:////example.com/",
             "https:/example.com",
             "https:example.com",
             "//example.com/",
             "/hook",
             "example.com",
             "example.com/hook",
             "https://:443/",
             "https://?x",
             "https://#x",
             "https://./",
             "https://../",
             "https://.example.com/",
             "https://example..com/",
             "https://example.com../",
             "https://-a.example.com/",
             "https://a-.example.com/",
             "https://exa mple.com/",
             " https://example.com/",
             "https://example.com/ ",
             "https://example.com/a b",
             "https://example.com/\t",
             "https://example.com/\r\nX: y",
             "https://exam\nple.com/",
             std::string("https://example.com/\0x", 22),
             std::string("https://example.com\0.evil.test/", 31),
             "https://example.com/\x7f",
             "https://b\xc3\xbc"
             "cher.example/",
             "https://example.com/\xc3\xbc",
             "https://\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.1/",  // full-width digits
             "https://\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1/",  // circled digits
             "https://127\xe3\x80\x82"
             "0\xe3\x80\x82"
             "0\xe3\x80\x82"
             "1/",  // ideographic full stops
             "https://example.com\\@127.0.0.1/",
             "https://127.0.0.1\\.example.com/",
             "https:\\\\example.com/",
             "https://example.com/\\x",
             "https://ex*mple.com/",
             "https://exa$mple.com/",
             "https://{a}/",
             "https://a,b/",
             "https://<a>/",
             "https://a|b/",
             "https://a!b/",
             "https://%00/",
             "https://%/",
             "https://example.com%2f@127.0.0.1/",
             "https://a%20b.com/",
             "https://256.256.256.256/",
             "https://1.2.3.4.5/",
             "https://127.0.0.1./",
             "https://8.8.8.8./",
             "https://example.0x7f/",
             "https://example.1/",
             "https://0x/",
             "https://08.0.0.1/",
             "https://4294967296/",
             "https://127.0.0.1.1/",
             "https://[/",
             "https://[]/",
             "https://]/",
             "https://[::1/",
             "https://::1/",
             "https://[::1]]/",
             "https://[::1]a/",
             "https://[:::1]/",
             "https://[1::2::3]/",
             "https://[12345::]/",
             "https://[::g]/",
             "https://[127.0.0.1]/",
             "https://[v1.fe80::a]/",
             "https://[::127.0.0.1.1]/",
             "https://[example.com]/",
             "https://" + std::string(64, 'a') + ".com/",
             "https://" + std::string(300, 'a') + "/",
         }) {
        EXPECT_TRUE(kStrict.fault_of_url(url)) << url;
        // Refused for its form: an invalid URL is also refused where private addresses are allowed.
        EXPECT_TRUE(kOpen.fault_of_url(url)) << url;
    }
}

TEST(FaultOfUrl, RefusesZones) {
    for (const std::string_view url :
         {"https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[2606:4700::1%251]/",
          "https://[::1%25lo]/", "https://[2606:4700::1%25]/"}) {
        EXPECT_TRUE(kStrict.fault_of_url(url)) << url;
        EXPECT_TRUE(kOpen.fault_of_url(url)) << url;
    }
}

TEST(FaultOfUrl, RefusesOtherSchemes) {
    for (const std::string_view url : {"http://example.com/",        "HTTP://example.com/",
                                       "http://127.0.0.1/",          "ftp://example.com/",
                                       "file:///etc/passwd",         "file://example.com/etc/passwd",
                                       "gopher://example.com:70/_x", "dict://example.com:11211/stats",
                                       "ldap://example.com/",        "smb://example.com/x",
                                       "tftp://example.com/x",       "ws://example.com/",
                                       "wss://example.com/",         "javascript:alert(1)",
                                       "data:text/plain,x",          "unix:///run/x.sock",
                                       "httpss://example.com/",      "https.://example.com/",
                                       "xhttps://example.com/",      "mailto:a@example.com"}) {
        EXPECT_EQ(kStrict.fault_of_url(url), "it does not start with https://") << url;
        EXPECT_EQ(kOpen.fault_of_url(url), "it does not start with https://") << url;
    }
}

TEST(FaultOfUrl, RefusesUserInformation) {
    for (const std::string_view url :
         {"https://user@example.com/", "https://user:password@example.com/", "https://:password@example.com/",
          "https://@example.com/", "https://:@example.com/", "https://example.com@127.0.0.1/",
          "https://example.com:443@127.0.0.1/", "https://example.com%40@example.org/",
          "https://a@b@example.com/", "https://user;x@example.com/"}) {
        EXPECT_TRUE(kStrict.fault_of_url(url)) << url;
        EXPECT_TRUE(kOpen.fault_of_url(url)) << url;
    }
}

TEST(FaultOfUrl, RefusesFragments) {
    EXPECT_EQ(kStrict.fault_of_url("https://example.com/hook#part"), "it has a fragment");
    EXPECT_EQ(kStrict.fault_of_url("https://example.com/hook#"), "it has a fragment");
    EXPECT_TRUE(kStrict.fault_of_url("https://127.0.0.1#.example.com/"));
    EXPECT_TRUE(kStrict.fault_of_url("https://127.0.0.1?.example.com/"));
    EXPECT_TRUE(kStrict.fault_of_url("https://127.0.0.1/.example.com/"));
}

TEST(FaultOfUrl, RefusesWhatIsTooLong) {
    const std::string start = "https://example.com/";
    EXPECT_EQ(kStrict.fault_of_url(start + std::string(2000 - start.size(), 'x')), std::nullopt);
    EXPECT_EQ(kStrict.fault_of_url(start + std::string(2001 - start.size(), 'x')),
              "it is longer than 2000 characters");
}

TEST(FaultOfUrl, TakesWhatIsRight) {
    for (const std::string& url : std::vector<std::string>{
             "https://example.com",
             "https://example.com/",
             "https://example.com/hook",
             "https://example.com?x=1",
             "https://example.com/hook?a=b&c=d%20e",
             "https://example.com:443/",
             "https://example.com:8443/hook",
             "https://example.com:65535/",
             "https://example.com:1/",
             "https://example.com:/hook",
             "HTTPS://EXAMPLE.COM/Hook",
             "https://hooks.a-b.example.co.uk/x/y/z",
             "https://example.com./hook",
             "https://xn--bcher-kva.example/",
             "https://under_score.example.com/",
             "https://1password.com/",
             "https://0x.example.com/",
             "https://a.b.c.d.e.f.example.com/",
             "https://example.com/a@b",
             "https://example.com/../x",
             "https://example.com/%2e%2e/x",
             "https://example.com/?url=http://127.0.0.1/",
             "https://localhost.example.com/",
             "https://notlocalhost/",
             "https://example.com/localhost",
             "https://127.0.0.1.example.com/",
             "https://example.com/~a/(b)/c;d=e,f!g$h'i*j+k",
             "https://intranet/",
             "https://" + std::string(63, 'a') + ".com/",
             "https://[2606:4700:4700::1111]/hook",
             "https://[2606:4700:4700::1111]:8443/hook",
             "https://8.8.8.8:8443/",
         }) {
        EXPECT_EQ(kStrict.fault_of_url(url), std::nullopt) << url;
    }
}

TEST(FaultOfUrl, ChecksPorts) {
    for (const std::string_view port :
         {"0", "65536", "99999", "4294967739", "-1", "+443", "443x", "0x1bb", "4 3"})
        EXPECT_TRUE(kStrict.fault_of_url("https://example.com:" + std::string{port} + "/")) << port;

    const AddressGuard few{AddressRules{.ports = {443, 8443}}};
    EXPECT_EQ(few.fault_of_url("https://example.com/"), std::nullopt);
    EXPECT_EQ(few.fault_of_url("https://example.com:8443/"), std::nullopt);
    EXPECT_EQ(few.fault_of_url("https://example.com:8444/"), "this port is not allowed");
    EXPECT_EQ(few.fault_of_url("https://example.com:22/"), "this port is not allowed");
}

// The inbox of a sandbox.

const AddressGuard kSandbox{AddressRules{.inbox = "http://127.0.0.1:8080/sandbox/inbox/"}};

TEST(Inbox, MayBePlainHttpOnThisMachine) {
    EXPECT_EQ(kSandbox.fault_of_url("http://127.0.0.1:8080/sandbox/inbox/mine"), std::nullopt);
    EXPECT_EQ(kSandbox.fault_of_url("http://127.0.0.1:8080/sandbox/inbox/A-b_c.d~9"), std::nullopt);
    const std::string longest = "http://127.0.0.1:8080/sandbox/inbox/" + std::string(64, 'n');
    EXPECT_EQ(kSandbox.fault_of_url(longest), std::nullopt);
    EXPECT_NE(kSandbox.fault_of_url(longest + "n"), std::nullopt);
    EXPECT_EQ(kStrict.fault_of_url("http://127.0.0.1:8080/sandbox/inbox/mine"),
              "it does not start with https://");
}

TEST(Inbox, IsNoWayToAnythingElse) {
    for (const std::string_view url : {"http://127.0.0.1:8080/sandbox/inbox/",
                                       "http://127.0.0.1:8080/sandbox/inbox",
                                       "http://127.0.0.1:8080/sandbox/inbox//",
                                       "http://127.0.0.1:8080/sandbox/inbox/a/b",
                                       "http://127.0.0.1:8080/sandbox/inbox/..",
                                       "http://127.0.0.1:8080/sandbox/inbox/.",
                                       "http://127.0.0.1:8080/sandbox/inbox/../clock",
                                       "http://127.0.0.1:8080/sandbox/inbox/a/../../clock",
                                       "http://127.0.0.1:8080/sandbox/inbox/%2e%2e",
                                       "http://127.0.0.1:8080/sandbox/inbox/..%2fclock",
                                       "http://127.0.0.1:8080/sandbox/inbox/a?b",
                                       "http://127.0.0.1:8080/sandbox/inbox/a#b",
                                       "http://127.0.0.1:8080/sandbox/inbox/a\\b",
                                       "http://127.0.0.1:8080/sandbox/clock",
                                       "http://127.0.0.1:8081/sandbox/inbox/mine",
                                       "http://127.0.0.1:80800/sandbox/inbox/mine",
                                       "http://localhost:8080/sandbox/inbox/mine",
                                       "http://127.0.0.1:8080@evil.test/sandbox/inbox/mine",
                                       "https://127.0.0.1:8080/sandbox/inbox/mine",
                                       "HTTP://127.0.0.1:8080/sandbox/inbox/mine"}) {
        EXPECT_TRUE(kSandbox.fault_of_url(url)) << url;
        EXPECT_FALSE(kSandbox.may_dial(address("127.0.0.1"), url)) << url;
    }
}

// The address of the connection.

constexpr std::string_view kInboxUrl = "http://127.0.0.1:8080/sandbox/inbox/mine";
constexpr std::string_view kUrl = "https://example.com/hook";

TEST(MayDial, PublicAddressesOnly) {
    for (const auto text : kPublic) EXPECT_TRUE(kStrict.may_dial(address(text), kUrl)) << text;
    for (const auto text : kNotPublic) {
        EXPECT_FALSE(kStrict.may_dial(address(text), kUrl)) << text;
        EXPECT_TRUE(kOpen.may_dial(address(text), kUrl)) << text;
    }
}

TEST(MayDial, TheInboxOnThisMachineOnly) {
    EXPECT_TRUE(kSandbox.may_dial(address("127.0.0.1"), kInboxUrl));
    EXPECT_TRUE(kSandbox.may_dial(address("::1"), kInboxUrl));
    EXPECT_FALSE(kSandbox.may_dial(address("127.0.0.1"), kUrl));
    EXPECT_FALSE(kSandbox.may_dial(address("169.254.169.254"), kInboxUrl));
    EXPECT_FALSE(kSandbox.may_dial(address("10.255.255.254"), kInboxUrl));
    EXPECT_FALSE(kStrict.may_dial(address("127.0.0.1"), kInboxUrl));
}

std::vector<IpAddress> addresses_of_this_machine() {
    struct Free {
        void operator()(ifaddrs* list) const { freeifaddrs(list); }
    };
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, Free> owner{first};
    std::vector<IpAddress> addresses;
    for (const ifaddrs* each = first; each; each = each->ifa_next) {
        if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET) continue;
        std::array<char, INET_ADDRSTRLEN> text{};
        inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr, text.data(),
                  text.size());
        addresses.push_back(address(text.data()));
    }
    return addresses;
}

TEST(MayDial, OwnAddressesForTheInboxOnly) {
    const auto own = addresses_of_this_machine();
    ASSERT_FALSE(own.empty());
    for (const auto& each : own) {
        EXPECT_TRUE(kSandbox.may_dial(each, kInboxUrl)) << each.text();
        EXPECT_FALSE(kSandbox.may_dial(each, kUrl)) << each.text();
        EXPECT_FALSE(kStrict.may_dial(each, kUrl)) << each.text();
    }
}

}  // namespace
}  // namespace callboard::webhooks
