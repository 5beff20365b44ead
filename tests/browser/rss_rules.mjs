// The rules of RSS 2.0 (https://www.rssboard.org/rss-specification) and of its best practices profile, for feeds without the
// elements of podcasts and clouds.
import { parseStringPromise } from 'xml2js';

const CHANNEL = ['title', 'link', 'description', 'language', 'lastBuildDate', 'pubDate', 'ttl', 'atom:link', 'item'];
const ITEM = ['title', 'link', 'description', 'category', 'guid', 'pubDate'];
const REPEATED = ['item', 'category'];

// RFC 822 with the years of RFC 1123.
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DATE = /^([A-Z][a-z]{2}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4})$/;

function isDate(text) {
    const [, day, date, month, year, hour, minute, second] = DATE.exec(text) ?? [];
    if (day === undefined || !MONTHS.includes(month)) return false;
    const time = new Date(Date.UTC(Number(year), MONTHS.indexOf(month), Number(date)));
    return time.getUTCDate() === Number(date) && DAYS[time.getUTCDay()] === day
        && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
}

function isAbsolute(text) {
    try {
        return ['http:', 'https:'].includes(new URL(text).protocol);
    } catch {
        return false;
    }
}

const textOf = (element) => (typeof element === 'string' ? element : element?._ ?? '').trim();

// What is wrong with the feed; empty if nothing is.
export async function rssFaults(xml, address) {
    const faults = [];
    const check = (isRight, fault) => { if (!isRight) faults.push(fault); };
    let root;
    try {
        ({ rss: root } = await parseStringPromise(xml, { strict: true }));
    } catch (error) {
        return [`not well-formed: ${error.message}`];
    }
    check(root?.$?.version === '2.0', 'the version is not 2.0');
    check(root?.channel?.length === 1, 'there is not one channel');
    if (faults.length > 0) return faults;
    const [channel] = root.channel;

    const checkElements = (element, known, place) => {
        for (const [name, all] of Object.entries(element).filter(([each]) => each !== '$')) {
            check(known.includes(name), `${place} has an unknown element ${name}`);
            check(all.length === 1 || REPEATED.includes(name), `${place} has ${name} more than once`);
            if (!['item', 'atom:link'].includes(name)) check(all.every((each) => textOf(each) !== ''), `${place} has an empty ${name}`);
        }
        for (const name of ['pubDate', 'lastBuildDate'])
            for (const date of element[name] ?? []) check(isDate(textOf(date)), `${place} has a wrong ${name}: ${textOf(date)}`);
        for (const link of element.link ?? []) check(isAbsolute(textOf(link)), `${place} has a relative link: ${textOf(link)}`);
    };

    checkElements(channel, CHANNEL, 'the channel');
    for (const name of ['title', 'link', 'description']) check(channel[name] !== undefined, `the channel has no ${name}`);
    const self = channel['atom:link']?.[0]?.$;
    check(root.$['xmlns:atom'] === 'http://www.w3.org/2005/Atom' && self?.rel === 'self' && self?.href === address, 'the channel does not name itself');
    const ids = [];
    for (const [index, item] of (channel.item ?? []).entries()) {
        const place = `item ${index}`;
        checkElements(item, ITEM, place);
        check(item.title !== undefined || item.description !== undefined, `${place} has neither title nor description`);
        const [guid] = item.guid ?? [];
        check(guid !== undefined, `${place} has no guid`);
        check(guid?.$?.isPermaLink === 'false' || isAbsolute(textOf(guid)), `${place} has a guid that is no link`);
        ids.push(textOf(guid));
    }
    check(new Set(ids).size === ids.length, 'a guid is used twice');
    return faults;
}
