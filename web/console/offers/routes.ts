import type { Family } from "../family";
import { href, route } from "../router";
import { offers as words } from "./words";

// The address of an offer names its application, as the API does.
export const offerList = route("/offers", { title: words.title, load: () => import("./Offers"), right: "seeJobs" });
export const offerPage = route("/offers/{candidateId}/{jobId}/{offerId}", { title: words.one, load: () => import("./OfferPage"), right: "seeJobs", parent: offerList });
export const newOffer = route("/offers/{candidateId}/{jobId}/new", { title: words.create, load: () => import("./NewOffer"), right: "changeJobs", parent: offerList });

export const offers: Family = {
    routes: [offerList, newOffer, offerPage],
    nav: [{ title: words.title, icon: "offers", href: href(offerList), right: "seeJobs" }],
};
