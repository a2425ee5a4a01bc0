import { createHash } from "node:crypto";
import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { invalid, notFound } from "../../domain/problem.ts";
import { type ImageKind, imageFormat } from "../../domain/status-pages/page-image.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteImage, replaceImage } from "../../storage/status-pages/images.ts";
import { lockStatusPage, updateStatusPage } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type PageResult } from "./wanted-page.ts";

interface WantedImage {
	/** `sp_…` */
	readonly id: string;
	readonly kind: ImageKind;
	/** Null: the page has none any more. */
	readonly bytes: Uint8Array | null;
}

/** Gives a page its logo or icon, in place of the one that it had, or takes it away. */
export async function setPageImage(
	tx: Tx,
	actor: TeamActor,
	{ id, kind, bytes }: WantedImage,
	{ now }: Pick<Deps, "now">,
): Promise<PageResult> {
	const may = requireScope(actor, "status-pages:write");
	if (isFailure(may)) return may;
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
}

/** Characters: 96 bits. */
const HASH_LENGTH = 16;
