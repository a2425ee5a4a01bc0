/**
 * What is said about subscribing, in mails and on forms; each language has its own: ./words/. The words of states and
 * statuses are those of the page: ../status-pages/words/.
 */

import type { NewsKind } from "./news.ts";

type OfPage = (page: string) => string;

export interface SubscriberWords {
	/** What a mail is that has no status of an incident. */
	readonly kinds: Readonly<Record<Exclude<NewsKind, "incident_opened" | "incident_updated">, string>>;
	readonly affected: string;
	/** Before the instants of maintenance. */
	readonly from: string;
	readonly until: string;
	readonly readMore: string;
	readonly confirmMail: {
		readonly subject: OfPage;
		readonly text: OfPage;
		readonly action: string;
		/** What happens when nobody confirms. */
		readonly end: string;
	};
	/** To an address that is subscribed already. */
	readonly knownMail: {
		readonly subject: OfPage;
		readonly text: OfPage;
		readonly action: string;
		readonly end: string;
	};
	/** Of a page that not everybody may read. */
	readonly closedNews: { readonly subject: OfPage; readonly text: OfPage };
	readonly footer: { readonly why: OfPage; readonly manage: string; readonly unsubscribe: string };
	readonly form: {
		readonly title: OfPage;
		readonly email: string;
		readonly chosen: string;
		/** What it means to choose no component. */
		readonly noneChosen: string;
		readonly subscribe: string;
		readonly checkMail: { readonly title: string; readonly text: string };
		readonly confirm: { readonly title: OfPage; readonly text: string; readonly action: string };
		readonly confirmed: { readonly title: string; readonly text: OfPage };
		readonly manage: { readonly title: OfPage; readonly save: string; readonly saved: string };
		readonly unsubscribe: { readonly title: OfPage; readonly text: string; readonly action: string };
		readonly unsubscribed: { readonly title: string; readonly text: string };
		readonly unknownLink: { readonly title: string; readonly text: string };
		readonly invalidEmail: string;
		readonly tooMany: { readonly title: string; readonly text: string };
		readonly back: OfPage;
	};
}
