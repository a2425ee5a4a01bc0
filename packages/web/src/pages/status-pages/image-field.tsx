/** The logo or the icon of a page. It is saved at once, and on its own: an image is no part of the form's body. */

import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId, useRef, useState } from "react";
import {
	type ImageKind,
	pageImageAddress,
	type StatusPage,
	setPageImage,
	statusPagesQuery,
} from "../../api/status-pages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { About } from "../../ui/forms/field.tsx";
import { detailText } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { PREVIEW_KEY } from "./preview.tsx";

const MAX_KIB = 256;
const NAMES = { logo: "Logo", icon: "Icon" } as const;
const HINTS = {
	logo: `Before the name of the page. PNG or WebP, at most ${MAX_KIB} KiB.`,
	icon: `In the browser's tab, in place of one that shows the state. Square, PNG or WebP, at most ${MAX_KIB} KiB.`,
} as const;

interface Props {
	readonly page: Pick<StatusPage, "id" | "logo" | "icon">;
	readonly kind: ImageKind;
}

export function ImageField({ page, kind }: Props) {
	const client = useQueryClient();
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [error, setError] = useState<string | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const image = page[kind];
	const name = NAMES[kind];

	async function set(file: File | null) {
		setError(null);
		setIsBusy(true);
		try {
			await setPageImage(page.id, kind, file);
			await client.invalidateQueries({ queryKey: statusPagesQuery.queryKey });
			await client.invalidateQueries({ queryKey: PREVIEW_KEY });
			toast(file === null ? `${name} removed.` : `${name} saved.`);
		} catch (fault) {
			setError(detailText(fault));
		}
		setIsBusy(false);
	}

	function chosen({ target }: ChangeEvent<HTMLInputElement>) {
		const [file] = target.files ?? [];
		// The same file can be chosen again, once it was mended.
		target.value = "";
		if (file) void set(file);
	}

	return (
		<div className="min-w-0">
			<div className="mb-1 font-semibold" id={id}>
				{name} <span className="font-normal text-muted">(optional)</span>
			</div>
			<div className="flex flex-wrap items-center gap-2">
				{image && (
					<img
						src={pageImageAddress(page.id, kind, image.hash)}
						alt={`The ${kind} now`}
						className="h-8 max-w-40 rounded-control border border-line object-contain"
					/>
				)}
				<Button
					busy={isBusy}
					aria-labelledby={`${id} ${id}-choose`}
					aria-describedby={`${id}-about`}
					onClick={() => input.current?.click()}
				>
					<span id={`${id}-choose`}>{image ? "Replace" : "Choose a file"}</span>
				</Button>
				{image && (
					<Button look="quiet" aria-label={`Remove the ${kind}`} onClick={() => void set(null)}>
						Remove
					</Button>
				)}
			</div>
			<input
				ref={input}
				type="file"
				accept="image/png,image/webp"
				tabIndex={-1}
				aria-hidden="true"
				className="hidden"
				onChange={chosen}
			/>
			<About id={`${id}-about`} error={error} hint={HINTS[kind]} />
		</div>
	);
}
