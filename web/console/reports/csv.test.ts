import assert from "node:assert/strict";
import test from "node:test";
import { csvLine, parseCsv, plainText } from "./csv";

test("quotes, commas and line breaks in cells", () => {
    const { header, rows, complete } = parseCsv('Name,Note\r\n"Byron, Ada","said ""hi""\r\nand left"\r\nKim,\r\n');
    assert.deepEqual(header, ["Name", "Note"]);
    assert.deepEqual(rows, [["Byron, Ada", 'said "hi"\r\nand left'], ["Kim", ""]]);
    assert.equal(complete, true);
});

test("a byte order mark, plain line feeds, no line break at the end, an empty last cell", () => {
    assert.deepEqual(parseCsv("\uFEFFa,b\n1,2\n3,").rows, [["1", "2"], ["3", ""]]);
    assert.deepEqual(parseCsv("\uFEFFa,b\n1,2\n").header, ["a", "b"]);
});

test("no text, and only a header", () => {
    assert.deepEqual(parseCsv(""), { header: [], rows: [], complete: true });
    assert.deepEqual(parseCsv("a,b\r\n"), { header: ["a", "b"], rows: [], complete: true });
});

test("of the beginning of a longer text, the incomplete row is dropped", () => {
    assert.deepEqual(parseCsv("a,b\r\n1,2\r\n3", { cut: true }), { header: ["a", "b"], rows: [["1", "2"]], complete: false });
    assert.deepEqual(parseCsv('a,b\r\n1,2\r\n3,"x\r\n', { cut: true }).rows, [["1", "2"]]);
    assert.deepEqual(parseCsv("a,b\r\n1,2\r\n", { cut: true }).rows, [["1", "2"]]);
    assert.deepEqual(parseCsv("a,b\r\n1,2\r\n3,", { cut: true }).rows, [["1", "2"]]);
});

test("at most so many rows", () => {
    assert.deepEqual(parseCsv("a\n1\n2\n3\n", { mostRows: 2 }), { header: ["a"], rows: [["1"], ["2"]], complete: false });
    assert.deepEqual(parseCsv("a\n1\n2\n", { mostRows: 2 }), { header: ["a"], rows: [["1"], ["2"]], complete: true });
});

test("what a spreadsheet would take for a formula is text", () => {
    for (const text of ["=1+1", "+48 22", "-2", "@SUM(A1)", "\t=1", "\r=1"]) {
        const cell = parseCsv(`h\r\n${csvLine([text])}`).rows[0]?.[0];
        assert.equal(cell, `'${text}`);
        assert.equal(plainText(cell ?? ""), text);
    }
    assert.equal(csvLine(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`);
    assert.equal(plainText("'quoted'"), "'quoted'");
});

test("absent values are empty cells, empty text is quoted, numbers stay numbers, objects are JSON", () => {
    assert.equal(csvLine([undefined, null, "", -2, true, { a: 1 }]), ',,"",-2,true,"{""a"":1}"\r\n');
});

test("what is written can be read", () => {
    const rows = [["a", 'b"c', "d,e", "f\r\ng", "ü😀"], ["", "1", "2", "3", "4"]];
    assert.deepEqual(parseCsv(csvLine(["1", "2", "3", "4", "5"]) + rows.map(csvLine).join("")).rows, rows);
});
