-- How often the audience of the property has become FULL_ACCESS.
ALTER TABLE candidate_property ADD COLUMN restrictions BIGINT NOT NULL DEFAULT 0;

-- The sum of these numbers when the file was generated. NULL: no restriction concerns what is in the file.
ALTER TABLE report_file ADD COLUMN property_restrictions BIGINT;
