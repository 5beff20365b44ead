// Names and places of residence of the demo candidates.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace callboard::cli::demo {

// A name as written, and its form in an e-mail address.
struct PersonName {
    std::string_view text;
    std::string_view plain;

    // NOLINTNEXTLINE(google-explicit-constructor): tables of names stay readable
    constexpr PersonName(const char* both) : text(both), plain(both) {}
    constexpr PersonName(const char* written, const char* in_address) : text(written), plain(in_address) {}
};

struct Town {
    std::string_view country;
    std::string_view city;
    double latitude;
    double longitude;
    std::string_view phone;  // prefix of numbers that are reserved for fiction; empty: there are none
};

// clang-format off
inline constexpr std::array kTowns{
    Town{"gb", "Bristol", 51.4545, -2.5879, "+44 7700 900"},
    Town{"gb", "Cardiff", 51.4816, -3.1791, "+44 7700 900"},
    Town{"gb", "Bath", 51.3811, -2.3590, "+44 7700 900"},
    Town{"gb", "Newport", 51.5842, -2.9977, "+44 7700 900"},
    Town{"gb", "Exeter", 50.7184, -3.5339, "+44 7700 900"},
    Town{"gb", "Plymouth", 50.3755, -4.1427, "+44 7700 900"},
    Town{"gb", "Torquay", 50.4619, -3.5253, "+44 7700 900"},
    Town{"gb", "Swansea", 51.6214, -3.9436, "+44 7700 900"},
    Town{"ie", "Cork", 51.8985, -8.4756, "+353 20 910 0"},
    Town{"ie", "Cobh", 51.8503, -8.2943, "+353 20 910 0"},
    Town{"ie", "Limerick", 52.6638, -8.6267, "+353 20 910 0"},
    Town{"fr", "Rennes", 48.1173, -1.6778, "+33 6 39 98 0"},
    Town{"fr", "Saint-Malo", 48.6493, -2.0257, "+33 6 39 98 0"},
    Town{"fr", "Nantes", 47.2184, -1.5536, "+33 6 39 98 0"},
    Town{"pl", "Gdansk", 54.3520, 18.6466, ""},
    Town{"pl", "Gdynia", 54.5189, 18.5305, ""},
    Town{"pl", "Sopot", 54.4416, 18.5601, ""},
    Town{"de", "Hamburg", 53.5511, 9.9937, ""},
    Town{"es", "Valencia", 39.4699, -0.3763, ""},
    Town{"it", "Bologna", 44.4949, 11.3426, ""},
    Town{"pt", "Porto", 41.1579, -8.6291, ""},
    Town{"br", "Recife", -8.0476, -34.8770, ""},
    Town{"se", "Malmö", 55.6050, 13.0038, ""},
    Town{"nl", "Utrecht", 52.0907, 5.1214, ""},
    Town{"ro", "Cluj-Napoca", 46.7712, 23.6236, ""},
    Town{"ng", "Lagos", 6.5244, 3.3792, ""},
    Town{"ke", "Nairobi", -1.2921, 36.8219, ""},
    Town{"in", "Pune", 18.5204, 73.8567, ""},
    Town{"tr", "İzmir", 38.4237, 27.1428, ""},
    Town{"vn", "Đà Nẵng", 16.0544, 108.2022, ""},
    Town{"cn", "青岛", 36.0671, 120.3826, ""},
    Town{"jp", "神戸", 34.6901, 135.1956, ""},
    Town{"kr", "부산", 35.1796, 129.0756, ""},
    Town{"gr", "Θεσσαλονίκη", 40.6401, 22.9444, ""},
    Town{"ua", "Львів", 49.8397, 24.0297, ""},
    Town{"bg", "Варна", 43.2141, 27.9147, ""},
    Town{"eg", "الإسكندرية", 31.2001, 29.9187, ""},
    Town{"il", "חיפה", 32.7940, 34.9896, ""},
};

// As many first names as last names, so that all pairs are distinct (profiles.cpp).
struct Origin {
    std::string_view country;
    int share;  // weight among all candidates
    std::span<const PersonName> first_names;
    std::span<const PersonName> last_names;
};

namespace names {

inline constexpr auto kBritishFirst = std::to_array<PersonName>({"Amelia", "Callum", "Bethan", "Dafydd", "Charlotte", "Euan", "Freya", "George", "Harriet", "Isaac", "Jasmine", "Kieran", "Lowri", "Marcus", "Nia", "Oliver", "Poppy", "Rhys", "Sophie", "Thomas", "Megan", "Joseph", "Ellie", "Gareth"});
inline constexpr auto kBritishLast = std::to_array<PersonName>({"Ashworth", "Bevan", "Carter", "Davies", "Edwards", "Fletcher", "Griffiths", "Holloway", "Ingram", "Jenkins", "Kendall", "Llewellyn", "Marsh", "Norris", "Parry", "Penhaligon", "Pritchard", "Rowe", "Sinclair", "Tregenza", "Vaughan", "Whitaker", "Yates", "Bowen"});

inline constexpr auto kIrishFirst = std::to_array<PersonName>({"Aoife", {"Ciarán", "ciaran"}, "Deirdre", "Eoin", "Fergal", {"Gráinne", "grainne"}, "Niamh", {"Oisín", "oisin"}, {"Róisín", "roisin"}, "Saoirse", "Tadhg", "Declan"});
inline constexpr auto kIrishLast = std::to_array<PersonName>({{"O’Sullivan", "osullivan"}, "Murphy", "Kelleher", {"O’Driscoll", "odriscoll"}, "Twomey", "Crowley", "Hegarty", {"Ó Briain", "obriain"}, "McCarthy", "Buckley", "Lynch", "Barry"});

inline constexpr auto kFrenchFirst = std::to_array<PersonName>({{"Anaïs", "anais"}, "Baptiste", "Camille", {"Éloïse", "eloise"}, {"Gaël", "gael"}, {"Inès", "ines"}, "Julien", {"Léa", "lea"}, "Malo", {"Noémie", "noemie"}, "Yann", "Pauline", "Quentin", "Soizic", {"Théo", "theo"}, "Maxime"});
inline constexpr auto kFrenchLast = std::to_array<PersonName>({{"Le Goff", "legoff"}, "Morvan", "Bernard", {"Lefèvre", "lefevre"}, "Rousseau", {"Guéguen", "gueguen"}, "Mercier", "Kerbrat", "Fontaine", {"Le Bihan", "lebihan"}, "Chevalier", "Dubois", "Perrin", {"Hélias", "helias"}, "Tanguy", "Moreau"});

inline constexpr auto kPolishFirst = std::to_array<PersonName>({"Agnieszka", "Bartosz", "Dorota", "Filip", "Grzegorz", "Hanna", "Jakub", "Kinga", {"Łukasz", "lukasz"}, "Magdalena", {"Michał", "michal"}, "Natalia", {"Paweł", "pawel"}, "Zofia", "Wojciech", "Oliwia", "Szymon", "Karolina"});
inline constexpr auto kPolishLast = std::to_array<PersonName>({"Nowak", {"Wiśniewska", "wisniewska"}, {"Dąbrowski", "dabrowski"}, "Kaczmarek", {"Zieliński", "zielinski"}, "Mazur", {"Wójcik", "wojcik"}, "Krawczyk", "Piotrowska", {"Kamińska", "kaminska"}, "Szymczak", "Jankowski", {"Górski", "gorski"}, "Rutkowska", "Sikorski", "Baran", {"Wróbel", "wrobel"}, "Kubiak"});

inline constexpr auto kGermanFirst = std::to_array<PersonName>({"Anke", {"Björn", "bjoern"}, "Clara", "Finn", "Greta", {"Jörg", "joerg"}, "Katrin", "Lukas", "Swantje", "Moritz"});
inline constexpr auto kGermanLast = std::to_array<PersonName>({{"Schröder", "schroeder"}, "Petersen", {"Müller", "mueller"}, "Harms", "Brandt", {"Böttcher", "boettcher"}, "Lehmann", {"Groß", "gross"}, "Winkler", "Hansen"});

inline constexpr auto kSpanishFirst = std::to_array<PersonName>({"Alejandra", {"Andrés", "andres"}, {"Begoña", "begona"}, "Carmen", "Diego", {"Íñigo", "inigo"}, {"Lucía", "lucia"}, "Marina", {"Raúl", "raul"}, "Pilar"});
inline constexpr auto kSpanishLast = std::to_array<PersonName>({{"García", "garcia"}, "Navarro", {"Ibáñez", "ibanez"}, "Ferrer", {"Muñoz", "munoz"}, "Soler", {"Domínguez", "dominguez"}, "Vidal", {"Peña", "pena"}, "Serrano"});

inline constexpr auto kItalianFirst = std::to_array<PersonName>({"Alessia", "Davide", "Federica", "Giulia", "Lorenzo", "Matteo", {"Niccolò", "niccolo"}, "Ornella", "Pietro", "Chiara"});
inline constexpr auto kItalianLast = std::to_array<PersonName>({"Rossi", "Fabbri", "Montanari", {"D’Angelo", "dangelo"}, "Ricci", "Galli", "Bellini", "Caruso", "Marchetti", {"Foà", "foa"}});

inline constexpr auto kPortugueseFirst = std::to_array<PersonName>({"Beatriz", "Duarte", {"Inês", "ines"}, {"João", "joao"}, "Leonor", "Mafalda", "Nuno", {"Sónia", "sonia"}, "Rui", "Tiago", "Vera", {"António", "antonio"}});
inline constexpr auto kPortugueseLast = std::to_array<PersonName>({"Almeida", {"Conceição", "conceicao"}, "Ferreira", {"Gonçalves", "goncalves"}, "Lopes", {"Magalhães", "magalhaes"}, "Pinto", "Queiroz", "Rocha", {"Simões", "simoes"}, "Teixeira", "Vieira"});

inline constexpr auto kBrazilianFirst = std::to_array<PersonName>({"Adriana", "Caio", "Fernanda", "Gustavo", {"Luísa", "luisa"}, "Marcelo", "Rafaela", {"Thaís", "thais"}, "Vinicius", {"José", "jose"}});
inline constexpr auto kBrazilianLast = std::to_array<PersonName>({{"Araújo", "araujo"}, "Barbosa", "Cavalcanti", "Dantas", {"Guimarães", "guimaraes"}, "Holanda", "Lima", "Nascimento", "Siqueira", {"Falcão", "falcao"}});

inline constexpr auto kSwedishFirst = std::to_array<PersonName>({"Astrid", {"Åsa", "asa"}, "Emil", "Frida", {"Göran", "goran"}, "Linnea", {"Mårten", "marten"}, "Viktor"});
inline constexpr auto kSwedishLast = std::to_array<PersonName>({{"Sjöberg", "sjoberg"}, "Lundgren", {"Åkesson", "akesson"}, "Nyman", {"Öberg", "oberg"}, "Ekdahl", {"Hägg", "hagg"}, "Wallin"});

inline constexpr auto kDutchFirst = std::to_array<PersonName>({"Anouk", "Bram", "Femke", "Jeroen", "Maartje", "Ruben", "Sanne", "Wouter"});
inline constexpr auto kDutchLast = std::to_array<PersonName>({{"van den Berg", "vandenberg"}, "Bakker", {"de Wit", "dewit"}, "Hoekstra", {"van Dijk", "vandijk"}, "Kuipers", "Smit", "Veenstra"});

inline constexpr auto kRomanianFirst = std::to_array<PersonName>({"Andreea", "Bogdan", "Cristina", {"Dănuț", "danut"}, "Elena", "Florin", "Ioana", {"Mădălina", "madalina"}, "Radu", {"Ștefan", "stefan"}});
inline constexpr auto kRomanianLast = std::to_array<PersonName>({"Popescu", "Ionescu", "Munteanu", {"Țurcanu", "turcanu"}, "Dumitru", {"Bălan", "balan"}, "Rusu", {"Căpraru", "capraru"}, "Lazar", "Moldovan"});

inline constexpr auto kNigerianFirst = std::to_array<PersonName>({"Adaeze", "Babatunde", "Chidinma", "Damilola", "Emeka", "Folake", "Ifeanyi", "Kelechi", "Ngozi", "Obinna", {"Ṣadé", "sade"}, "Tunde"});
inline constexpr auto kNigerianLast = std::to_array<PersonName>({"Abiola", "Balogun", "Chukwu", "Eze", "Igwe", "Lawal", "Nwosu", "Obi", "Ogunleye", {"Òjó", "ojo"}, "Uche", "Yusuf"});

inline constexpr auto kKenyanFirst = std::to_array<PersonName>({"Achieng", "Barasa", "Chebet", "Juma", "Makena", "Njoroge", "Wanjiku", "Otieno"});
inline constexpr auto kKenyanLast = std::to_array<PersonName>({"Kamau", "Kiplagat", "Mutua", "Mwangi", {"Ndung’u", "ndungu"}, "Odhiambo", "Wekesa", "Cheruiyot"});

inline constexpr auto kIndianFirst = std::to_array<PersonName>({"Aditi", "Arjun", "Deepika", "Farhan", "Gurpreet", "Harish", "Kavya", "Lakshmi", "Manoj", "Neha", "Rohan", "Sunita", "Vikram", "Zoya"});
inline constexpr auto kIndianLast = std::to_array<PersonName>({"Bhatt", "Chopra", "Deshmukh", "Fernandes", "Gill", "Iyer", "Joshi", "Kulkarni", "Menon", "Nair", "Patel", "Qureshi", "Sharma", "Venkatesan"});

inline constexpr auto kTurkishFirst = std::to_array<PersonName>({{"Ayşe", "ayse"}, {"Çağlar", "caglar"}, "Deniz", "Elif", {"Gökhan", "gokhan"}, {"Işıl", "isil"}, "Mehmet", {"Özge", "ozge"}});
inline constexpr auto kTurkishLast = std::to_array<PersonName>({{"Yılmaz", "yilmaz"}, {"Öztürk", "ozturk"}, "Demir", {"Şahin", "sahin"}, {"Çelik", "celik"}, {"Aydın", "aydin"}, {"Güneş", "gunes"}, "Korkmaz"});

inline constexpr auto kVietnameseFirst = std::to_array<PersonName>({{"Anh Thư", "anhthu"}, {"Bảo", "bao"}, {"Đức", "duc"}, {"Hương", "huong"}, {"Khánh", "khanh"}, "Lan", {"Minh Tuấn", "minhtuan"}, {"Thảo", "thao"}});
inline constexpr auto kVietnameseLast = std::to_array<PersonName>({{"Nguyễn", "nguyen"}, {"Trần", "tran"}, {"Lê", "le"}, {"Phạm", "pham"}, {"Hoàng", "hoang"}, {"Võ", "vo"}, {"Đặng", "dang"}, {"Bùi", "bui"}});

inline constexpr auto kChineseFirst = std::to_array<PersonName>({{"晓梅", "xiaomei"}, {"建国", "jianguo"}, {"丽华", "lihua"}, {"志强", "zhiqiang"}, {"雨桐", "yutong"}, {"浩然", "haoran"}, {"思远", "siyuan"}, {"静怡", "jingyi"}, {"文博", "wenbo"}, {"佳琪", "jiaqi"}});
inline constexpr auto kChineseLast = std::to_array<PersonName>({{"王", "wang"}, {"李", "li"}, {"张", "zhang"}, {"刘", "liu"}, {"陈", "chen"}, {"杨", "yang"}, {"赵", "zhao"}, {"欧阳", "ouyang"}, {"孙", "sun"}, {"马", "ma"}});

inline constexpr auto kJapaneseFirst = std::to_array<PersonName>({{"陽菜", "hina"}, {"翔太", "shota"}, {"さくら", "sakura"}, {"健一", "kenichi"}, {"美咲", "misaki"}, {"大輔", "daisuke"}, {"結衣", "yui"}, {"直樹", "naoki"}, {"あかり", "akari"}, {"蓮", "ren"}});
inline constexpr auto kJapaneseLast = std::to_array<PersonName>({{"佐藤", "sato"}, {"鈴木", "suzuki"}, {"高橋", "takahashi"}, {"渡辺", "watanabe"}, {"伊藤", "ito"}, {"山本", "yamamoto"}, {"中村", "nakamura"}, {"小林", "kobayashi"}, {"吉田", "yoshida"}, {"斎藤", "saito"}});

inline constexpr auto kKoreanFirst = std::to_array<PersonName>({{"민준", "minjun"}, {"서연", "seoyeon"}, {"지훈", "jihun"}, {"하은", "haeun"}, {"도윤", "doyun"}, {"수빈", "subin"}, {"예진", "yejin"}, {"현우", "hyeonu"}});
inline constexpr auto kKoreanLast = std::to_array<PersonName>({{"김", "kim"}, {"이", "lee"}, {"박", "park"}, {"최", "choi"}, {"정", "jeong"}, {"강", "kang"}, {"조", "cho"}, {"윤", "yoon"}});

inline constexpr auto kGreekFirst = std::to_array<PersonName>({{"Αθηνά", "athina"}, {"Γιώργος", "giorgos"}, {"Δήμητρα", "dimitra"}, {"Ελένη", "eleni"}, {"Κώστας", "kostas"}, {"Μαρία", "maria"}, {"Νίκος", "nikos"}, {"Σοφία", "sofia"}, {"Χρήστος", "christos"}, {"Παναγιώτης", "panagiotis"}});
inline constexpr auto kGreekLast = std::to_array<PersonName>({{"Παπαδόπουλος", "papadopoulos"}, {"Οικονόμου", "oikonomou"}, {"Γεωργίου", "georgiou"}, {"Νικολαΐδης", "nikolaidis"}, {"Καραγιάννη", "karagianni"}, {"Βλάχος", "vlachos"}, {"Δημητρίου", "dimitriou"}, {"Αλεξίου", "alexiou"}, {"Ζαφείρη", "zafeiri"}, {"Μακρής", "makris"}});

inline constexpr auto kUkrainianFirst = std::to_array<PersonName>({{"Андрій", "andrii"}, {"Богдана", "bohdana"}, {"Василь", "vasyl"}, {"Галина", "halyna"}, {"Дмитро", "dmytro"}, {"Ірина", "iryna"}, {"Катерина", "kateryna"}, {"Максим", "maksym"}, {"Оксана", "oksana"}, {"Сергій", "serhii"}, {"Тетяна", "tetiana"}, {"Юрій", "yurii"}});
inline constexpr auto kUkrainianLast = std::to_array<PersonName>({{"Бондаренко", "bondarenko"}, {"Гончар", "honchar"}, {"Коваленко", "kovalenko"}, {"Кравець", "kravets"}, {"Лисенко", "lysenko"}, {"Мельник", "melnyk"}, {"Поліщук", "polishchuk"}, {"Савченко", "savchenko"}, {"Ткаченко", "tkachenko"}, {"Шевчук", "shevchuk"}, {"Їжак", "yizhak"}, {"Яремко", "yaremko"}});

inline constexpr auto kBulgarianFirst = std::to_array<PersonName>({{"Борис", "boris"}, {"Гергана", "gergana"}, {"Десислава", "desislava"}, {"Ивайло", "ivaylo"}, {"Мила", "mila"}, {"Петър", "petar"}, {"Росица", "rositsa"}, {"Цветан", "tsvetan"}});
inline constexpr auto kBulgarianLast = std::to_array<PersonName>({{"Ангелов", "angelov"}, {"Димитрова", "dimitrova"}, {"Желязков", "zhelyazkov"}, {"Иванова", "ivanova"}, {"Колев", "kolev"}, {"Маринов", "marinov"}, {"Стоянова", "stoyanova"}, {"Щерев", "shterev"}});

inline constexpr auto kArabicFirst = std::to_array<PersonName>({{"أحمد", "ahmed"}, {"فاطمة", "fatima"}, {"خالد", "khaled"}, {"ليلى", "layla"}, {"محمد", "mohamed"}, {"نور", "nour"}, {"سارة", "sara"}, {"طارق", "tarek"}, {"يوسف", "youssef"}, {"زينب", "zeinab"}, {"هدى", "huda"}, {"كريم", "karim"}});
inline constexpr auto kArabicLast = std::to_array<PersonName>({{"العلي", "alali"}, {"حداد", "haddad"}, {"الخطيب", "elkhatib"}, {"منصور", "mansour"}, {"النجار", "elnaggar"}, {"سليمان", "soliman"}, {"الشامي", "alshami"}, {"عبد الرحمن", "abdelrahman"}, {"بدوي", "badawi"}, {"درويش", "darwish"}, {"فاروق", "farouk"}, {"قاسم", "kassem"}});

inline constexpr auto kHebrewFirst = std::to_array<PersonName>({{"אביגיל", "avigail"}, {"דניאל", "daniel"}, {"יעל", "yael"}, {"נועם", "noam"}, {"שירה", "shira"}, {"איתי", "itay"}, {"תמר", "tamar"}, {"עומר", "omer"}});
inline constexpr auto kHebrewLast = std::to_array<PersonName>({{"כהן", "cohen"}, {"לוי", "levi"}, {"מזרחי", "mizrahi"}, {"פרידמן", "friedman"}, {"ביטון", "biton"}, {"אברהם", "avraham"}, {"שפירא", "shapira"}, {"בן דוד", "bendavid"}});

}  // namespace names

inline constexpr std::array kOrigins{
    Origin{"gb", 110, names::kBritishFirst, names::kBritishLast},
    Origin{"ie", 32, names::kIrishFirst, names::kIrishLast},
    Origin{"fr", 48, names::kFrenchFirst, names::kFrenchLast},
    Origin{"pl", 56, names::kPolishFirst, names::kPolishLast},
    Origin{"de", 12, names::kGermanFirst, names::kGermanLast},
    Origin{"es", 14, names::kSpanishFirst, names::kSpanishLast},
    Origin{"it", 14, names::kItalianFirst, names::kItalianLast},
    Origin{"pt", 16, names::kPortugueseFirst, names::kPortugueseLast},
    Origin{"br", 10, names::kBrazilianFirst, names::kBrazilianLast},
    Origin{"se", 8, names::kSwedishFirst, names::kSwedishLast},
    Origin{"nl", 8, names::kDutchFirst, names::kDutchLast},
    Origin{"ro", 14, names::kRomanianFirst, names::kRomanianLast},
    Origin{"ng", 20, names::kNigerianFirst, names::kNigerianLast},
    Origin{"ke", 8, names::kKenyanFirst, names::kKenyanLast},
    Origin{"in", 26, names::kIndianFirst, names::kIndianLast},
    Origin{"tr", 8, names::kTurkishFirst, names::kTurkishLast},
    Origin{"vn", 8, names::kVietnameseFirst, names::kVietnameseLast},
    Origin{"cn", 14, names::kChineseFirst, names::kChineseLast},
    Origin{"jp", 12, names::kJapaneseFirst, names::kJapaneseLast},
    Origin{"kr", 8, names::kKoreanFirst, names::kKoreanLast},
    Origin{"gr", 12, names::kGreekFirst, names::kGreekLast},
    Origin{"ua", 16, names::kUkrainianFirst, names::kUkrainianLast},
    Origin{"bg", 8, names::kBulgarianFirst, names::kBulgarianLast},
    Origin{"eg", 18, names::kArabicFirst, names::kArabicLast},
    Origin{"il", 10, names::kHebrewFirst, names::kHebrewLast},
};
// clang-format on

constexpr bool is_plain(const PersonName& name) {
    return std::ranges::all_of(name.plain, [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
}
static_assert(std::ranges::all_of(kOrigins, [](const Origin& origin) {
    return origin.first_names.size() == origin.last_names.size() &&
           std::ranges::all_of(origin.first_names, is_plain) &&
           std::ranges::all_of(origin.last_names, is_plain);
}));

}  // namespace callboard::cli::demo
