-- Pictures of users. Texts only, like everywhere: the content is in base64.
CREATE TABLE user_avatar (
    company_id TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    format     TEXT NOT NULL CHECK (format IN ('PNG', 'JPEG', 'GIF', 'WEBP')),
    content    TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, user_id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);
