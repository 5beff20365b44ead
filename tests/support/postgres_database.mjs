// A database of its own of the PostgreSQL in TEST_POSTGRES_URL, if TEST_ENGINE is postgres; otherwise SQLite is used.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export class PostgresDatabase {
    #name = `browser_${crypto.randomUUID().replaceAll('-', '')}`;

    // Nothing for SQLite.
    static async make() {
        if (process.env.TEST_ENGINE !== 'postgres') return undefined;
        const database = new PostgresDatabase();
        await database.#run(`CREATE DATABASE ${database.#name}`);
        return database;
    }

    get url() {
        return process.env.TEST_POSTGRES_URL.replace(/[^/]*$/, this.#name);
    }

    drop() {
        return this.#run(`DROP DATABASE ${this.#name} WITH (FORCE)`);
    }

    #run(sql) {
        return promisify(execFile)('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', sql, process.env.TEST_POSTGRES_URL]);
    }
}
