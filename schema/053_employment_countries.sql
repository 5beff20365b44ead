-- The countries where jobs can have a type of employment. A type without rows is allowed everywhere.
CREATE TABLE employment_country (
    company_id   TEXT NOT NULL,
    type_id      TEXT NOT NULL,
    country_code TEXT NOT NULL,
    PRIMARY KEY (company_id, type_id, country_code)
);
