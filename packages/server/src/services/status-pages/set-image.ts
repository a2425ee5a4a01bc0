import { createHash } from "node:crypto";
import { success } from "@lapwing/result";
import { invalid, notFound } from "../../domain/problem.ts";
import { type ImageKind, imageFormat } from "../../domain/status-pages/page-image.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import { deleteImage, replaceImage } from "../../storage/status-pages/images.ts";
import { lockStatusPage, updateStatusPage } from "../../storage/status-pages/status-pages.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-page.ts";

interface WantedImage {
	/** `sp_…` */
	readonly id: string;
	readonly kind: ImageKind;
	/** Null: the page has none any more. */
	readonly bytes: Uint8Array | null;
}

/** Gives a page its logo or icon, in place of the one that it had, or takes it away. */
export const setPageImage = requiring(
	"status-pages:write",
	async (tx, actor, { id, kind, bytes }: WantedImage, { now }: Now) => {
		const page = await lockStatusPage(tx, actor.team.id, id);
		if (page === null) return notFound();

		if (bytes === null) await deleteImage(tx, page.id, kind);
		else {
			const format = imageFormat(bytes, kind);
			if (typeof format === "string") return invalid("", format);
			const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, HASH_LENGTH);
			await replaceImage(tx, page.id, kind, { ...format, hash, bytes });
		}
		const changed = await updateStatusPage(tx, page, {}, now);

		const [before, after] = [statusPageFields(page), statusPageFields(changed)];
		await recordEvent(tx, actor, { action: "update", ...objectOf(page), before, after, asked: { [kind]: null } }, now);
		return success(changed);
	},
);

/** Characters: 96 bits. */
const HASH_LENGTH = 16;
