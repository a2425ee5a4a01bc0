/**
 * What readers would see of a page that is not saved as it is: the change is made and rendered in a transaction that is
 * always undone, so that a draft is judged and shown exactly as it would be once it is saved.
 */

import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { withoutSaving } from "../../../services/change.ts";
import { createStatusPage } from "../../../services/status-pages/create.ts";
import { updateStatusPage } from "../../../services/status-pages/update.ts";
import { publicFigures } from "../../../storage/status-pages/public-figures.ts";
import { readPublicPage } from "../../../storage/status-pages/public-page.ts";
import { findStatusPage } from "../../../storage/status-pages/status-pages.ts";
import { ok } from "../../kernel/answers.ts";
import { actorOf } from "../../kernel/change-endpoint.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { notFound, refusalOf } from "../../kernel/refusal.ts";
import { answers } from "../../kernel/success.ts";
import { PAGE_SCRIPT } from "../../public/status/assets/page-script.ts";
import { renderingOf } from "../../public/status/render/document.ts";
import { overview } from "../../public/status/render/overview.ts";
import { placeOfSlug } from "../../public/status/render/place.ts";
import { createBody, statusPageId } from "./status-page-forms.ts";

const previewBody = createBody
	.omit({ slug: true, isPublished: true, access: true })
	.extend({
		pageId: statusPageId
			.nullable()
			.default(null)
			.openapi({ description: "The page that is edited, whose incidents and history are shown; null: a new one." }),
	})
	.openapi("StatusPagePreview");

const preview = z
	.object({
		html: z.string().openapi({
			description: "The page as a document. Its files are those of every page, and the logo that is saved.",
		}),
		css: z.string().nullable().openapi({
			description: "The style sheet of the draft, as readers would get it after that of every page; null: none.",
		}),
	})
	.openapi("StatusPagePreviewed");

export const previewStatusPage = endpoint({
	operationId: "previewStatusPage",
	summary: "Preview a status page",
	description: "What readers would see, published, if the page was saved so. Nothing is saved.",
	tag: "Status pages",
	body: previewBody,
	bodyExample: { name: "Public services", sections: [{ components: [{ name: "Checkout" }] }] },
	success: answers("The page.", preview),
	async handle(call) {
		const { services, principal, now, body } = call;
		const { pageId, ...settings } = body;
		const { database } = services;
		const page = pageId === null ? null : await findStatusPage(database, principal.team.id, pageId);
		if (pageId !== null && page === null) return notFound();
		const wanted = { id: page?.id ?? 0, teamId: principal.team.id, barDays: body.days, showsUptime: body.showsUptime };
		// Before the transaction, in which nobody else can write on SQLite: they cost the most. A new component has none.
		const figures = await publicFigures(database, wanted, now);
		// Nobody else can have this one.
		const slug = page?.slug ?? `preview-${randomUUID()}`;
		const input = { ...settings, slug, isPublished: true, access: "public" } as const;
		const deps = { ...services, now };
		const shown = await withoutSaving(database, async (tx) => {
			const actor = actorOf(call);
			const saved =
				page === null
					? await createStatusPage(tx, actor, input, deps)
					: await updateStatusPage(tx, actor, { id: page.publicId, changes: input }, deps);
			if (isFailure(saved)) return saved;
			return { ...saved, data: await readPublicPage(tx, slug, { now, figures: async () => figures }) };
		});
		if (isFailure(shown)) return refusalOf(shown.error);
		if (shown.data === null || "movedTo" in shown.data) throw new Error(`The page ${slug} is not there`);
		const place = placeOfSlug(slug);
		const { theme } = shown.data;
		const html = overview(renderingOf({ ...shown.data, theme: { ...theme, css: null } }, place))
			// The script reads the page again, which a draft has nowhere; where scripts are off it would only log an error.
			.replace(`<script src="${place.root}${PAGE_SCRIPT.name}" defer></script>`, "")
			// Readers get the image while the page is published and open to everyone; the team gets it always.
			.replace(
				`src="${place.root}logo?${theme.logo}"`,
				`src="/api/v1/status-pages/${pageId}/logo?team=${principal.team.slug}&amp;version=${theme.logo}"`,
			);
		return ok(call, { html, css: theme.css });
	},
});
