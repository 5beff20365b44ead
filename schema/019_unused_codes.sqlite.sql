-- Finds expired codes that were not used without those that were, which are kept for weeks (src/oauth/token_store.cpp).
CREATE INDEX authorization_code_unused ON authorization_code (expires_at) WHERE used_at IS NULL;
