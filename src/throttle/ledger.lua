#!lua name=callboard_VERSION
-- Budgets shared by several servers. An account (one key) has a log of accepted requests, leases of slots, and the time
-- at which its bucket is empty. The time is always that of Redis, in microseconds, because the clocks of servers
-- differ. The server replaces VERSION by a hash of this file (shared_ledger.cpp). Accounts are the same for all
-- versions: a change of their format needs other key names.

local function time()
    local now = redis.call('TIME')
    return now[1] * 1000000 + now[2]
end

local function read(key)
    local packed = redis.call('GET', key)
    local account = packed and cmsgpack.unpack(packed) or {{}, {}, 0}
    return {log = account[1], leases = account[2], empty_at = account[3]}
end

-- An account expires when nothing in it counts any more.
local function write(key, account, period, now)
    local until_then = account.empty_at
    if #account.log > 0 then until_then = math.max(until_then, account.log[#account.log] + period) end
    for i = 2, #account.leases, 2 do until_then = math.max(until_then, account.leases[i]) end
    if until_then <= now then
        redis.call('DEL', key)
        return
    end
    local packed = cmsgpack.pack({account.log, account.leases, account.empty_at})
    redis.call('SET', key, packed, 'PX', math.ceil((until_then - now) / 1000))
end

-- Drops expired entries, and entries in the future, written before the clock was set back.
local function forget_old(account, period, lease, now)
    local log = {}
    for _, accepted in ipairs(account.log) do
        if accepted <= now and now - accepted < period then log[#log + 1] = accepted end
    end
    account.log = log
    local leases = {}
    for i = 1, #account.leases, 2 do
        if account.leases[i + 1] > now and account.leases[i + 1] <= now + lease then
            leases[#leases + 1] = account.leases[i]
            leases[#leases + 1] = account.leases[i + 1]
        end
    end
    account.leases = leases
end

local function without(leases, id)
    local others = {}
    for i = 1, #leases, 2 do
        if leases[i] ~= id then
            others[#others + 1] = leases[i]
            others[#others + 1] = leases[i + 1]
        end
    end
    return others
end

-- The reason of a refusal (1 rate, 2 concurrency, 3 bucket size) and its duration. Nothing if the account has room.
local function violation(account, limit, now)
    if limit.drained > 0 then
        local overflow = account.empty_at - now - limit.bucket * 1000000 / limit.drained
        if overflow > 0 then return 3, overflow end
    end
    -- The log is longer than the limit if the limit was lowered.
    if limit.requests > 0 and #account.log >= limit.requests then
        return 1, account.log[#account.log - limit.requests + 1] + limit.period - now
    end
    if limit.concurrent > 0 and #account.leases / 2 >= limit.concurrent then return 2, 1000000 end
end

-- keys: the accounts. args: lease id and duration, then five numbers for each account.
-- Returns the index of the account that refused (0: none), reason and duration; then the requests and leases of each
-- account.
redis.register_function('callboard_VERSION_admit', function(keys, args)
    local now = time()
    local accounts, limits = {}, {}
    local refused, reason, wait = 0, 0, 0
    for i, key in ipairs(keys) do
        local at = 2 + (i - 1) * 5
        local limit = {requests = tonumber(args[at + 1]), period = tonumber(args[at + 2]),
                       concurrent = tonumber(args[at + 3]), drained = tonumber(args[at + 4]),
                       bucket = tonumber(args[at + 5])}
        local account = read(key)
        forget_old(account, limit.period, tonumber(args[2]), now)
        local why, how_long = violation(account, limit, now)
        -- Of several refusals the longest in whole seconds, as they are reported, and among equals the most specific.
        if why and math.max(1, math.ceil(how_long / 1000000)) >= math.ceil(wait / 1000000) then
            refused, reason, wait = i, why, math.ceil(how_long)
        end
        accounts[i], limits[i] = account, limit
    end
    local answer = {refused, reason, wait}
    for i, key in ipairs(keys) do
        local account, limit = accounts[i], limits[i]
        if refused == 0 then
            if limit.requests > 0 then account.log[#account.log + 1] = now end
            if limit.concurrent > 0 then
                account.leases[#account.leases + 1] = args[1]
                account.leases[#account.leases + 1] = now + tonumber(args[2])
            end
            write(key, account, limit.period, now)
        end
        answer[#answer + 1] = #account.log
        answer[#answer + 1] = #account.leases / 2
    end
    return answer
end)

-- keys: accounts with slots. args: lease id, its duration from now (0: release), and the period of each account.
redis.register_function('callboard_VERSION_hold', function(keys, args)
    local now = time()
    for i, key in ipairs(keys) do
        local account = read(key)
        account.leases = without(account.leases, args[1])
        if tonumber(args[2]) > 0 then
            account.leases[#account.leases + 1] = args[1]
            account.leases[#account.leases + 1] = now + tonumber(args[2])
        end
        write(key, account, tonumber(args[2 + i]), now)
    end
    return 0
end)

-- keys: one account. args: the amount added to its bucket, the drain rate per second, the period of the account.
redis.register_function('callboard_VERSION_charge', function(keys, args)
    local now = time()
    local account = read(keys[1])
    account.empty_at = math.max(account.empty_at, now) + math.ceil(tonumber(args[1]) * 1000000 / tonumber(args[2]))
    write(keys[1], account, tonumber(args[3]), now)
    return 0
end)
