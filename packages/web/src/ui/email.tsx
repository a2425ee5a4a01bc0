import { Fragment } from "react";

/** An address that breaks between its parts where a line has no room for it, and not in a word. */
export function Email({ address }: { address: string }) {
	return address.split(/(?=[@.])/).map((part, place) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, always in one order.
		<Fragment key={place}>
			{place > 0 && <wbr />}
			{part}
		</Fragment>
	));
}
