/** The sections of a page and their components, in the order of the page. They move by their handles and by keys. */

import { GripVertical, Plus, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { About } from "../../ui/forms/field.tsx";
import { useFieldError } from "../../ui/forms/form.tsx";
import { MoveButtons } from "../../ui/forms/item-list.tsx";
import { ComponentItem } from "./component-item.tsx";
import { NameInput } from "./name-input.tsx";
import { newComponent, newSection, nextPlace, type Place, placed, placeText, type SectionDraft } from "./page-draft.ts";
import { useDragging } from "./use-dragging.ts";

interface Props {
	readonly sections: readonly SectionDraft[];
	readonly onChange: (change: (before: readonly SectionDraft[]) => readonly SectionDraft[]) => void;
}

export function SectionsField({ sections, onChange }: Props) {
	const root = useRef<HTMLDivElement>(null);
	const [said, setSaid] = useState("");
	/** What gets the focus once the change is drawn. */
	const next = useRef<string | null>(null);
	useEffect(() => {
		if (next.current === null) return;
		root.current?.querySelector<HTMLElement>(next.current)?.focus();
		next.current = null;
	});
	const place = useCallback(
		(id: string, to: Place) => {
			next.current = `[data-handle="${id}"]`;
			onChange((before) => {
				const after = placed(before, id, to);
				setSaid(`It is ${placeText(after, id)} now.`);
				return after;
			});
		},
		[onChange],
	);
	const { dragging, start } = useDragging(root, place);
	const { error, marked, invalid, aboutId } = useFieldError("/sections");

	const handle = (kind: "section" | "component", id: string, about: string) => (
		<button
			type="button"
			data-handle={id}
			data-move
			aria-label={`Move ${about}`}
			title="Drag, or press the arrow keys up and down"
			aria-describedby="how-to-move"
			className={classNames(
				"inline-flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text",
				dragging?.id === id && "cursor-grabbing",
			)}
			onPointerDown={(event) => start(event, { id, kind })}
			onKeyDown={(event: KeyboardEvent) => {
				if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
				event.preventDefault();
				const to = nextPlace(sections, id, event.key === "ArrowUp" ? -1 : 1);
				if (to !== null) place(id, to);
			}}
		>
			<GripVertical size={15} aria-hidden />
		</button>
	);
	/** For those who can neither drag nor press keys. */
	const movers = (id: string, about: string) => {
		const to = (by: 1 | -1) => nextPlace(sections, id, by);
		const move = (by: 1 | -1) => {
			const next = to(by);
			if (next !== null) place(id, next);
		};
		return <MoveButtons about={about} isFirst={to(-1) === null} isLast={to(1) === null} onMove={move} />;
	};
	const line = (list: string | null, index: number) =>
		dragging?.over?.list === list && dragging.over.index === index && <div className="h-0.5 bg-accent" />;
	const changeSection = (id: string, change: (section: SectionDraft) => SectionDraft) =>
		onChange((before) => before.map((section) => (section.id === id ? change(section) : section)));

	return (
		<div ref={root} {...marked} className={dragging ? "select-none" : undefined}>
			<p id="how-to-move" hidden>
				Press the arrow keys up and down to move it.
			</p>
			<div data-drop="">
				{sections.map((section, index) => (
					<div key={section.id} data-drag={section.id} role="group" aria-label={`Section ${index + 1}`}>
						{line(null, index)}
						<div className={classNames("card mb-3 p-3", dragging?.id === section.id && "opacity-50")}>
							<div className="flex items-start gap-2">
								{handle("section", section.id, section.name.trim() || `section ${index + 1}`)}
								<NameInput
									label={`Name of section ${index + 1}`}
									pointer={`/sections/${index}/name`}
									placeholder="Section without a heading"
									className="font-semibold"
									value={section.name}
									onChange={(name) => changeSection(section.id, (before) => ({ ...before, name }))}
								/>
								<IconButton
									label={`Remove ${section.name.trim() || `section ${index + 1}`}`}
									data-remove
									onClick={() => {
										next.current = "[data-add-section]";
										onChange((before) => before.filter(({ id }) => id !== section.id));
									}}
								>
									<X size={15} aria-hidden />
								</IconButton>
							</div>
							<div data-drop={section.id} className="mt-2 min-h-2 sm:ml-6">
								{section.components.map((component, position) => (
									<div
										key={component.id}
										data-drag={component.id}
										className={classNames(dragging?.id === component.id && "opacity-50")}
									>
										{line(section.id, position)}
										<ComponentItem
											component={component}
											movers={movers(component.id, component.name.trim() || "the component")}
											pointer={`/sections/${index}/components/${position}`}
											handle={handle("component", component.id, component.name.trim() || "the component")}
											onChange={(to) =>
												changeSection(section.id, (before) => ({
													...before,
													components: before.components.map((each) =>
														each.id === component.id ? { ...each, ...to } : each,
													),
												}))
											}
											onRemove={() => {
												next.current = `[data-add-to="${section.id}"]`;
												changeSection(section.id, (before) => ({
													...before,
													components: before.components.filter(({ id }) => id !== component.id),
												}));
											}}
										/>
									</div>
								))}
								{line(section.id, section.components.length)}
							</div>
							<div className="flex items-center">
								<Button
									data-add-to={section.id}
									look="quiet"
									icon={<Plus size={14} aria-hidden />}
									onClick={() => {
										const component = newComponent();
										next.current = `[data-name="${component.id}"]`;
										changeSection(section.id, (before) => ({
											...before,
											components: [...before.components, component],
										}));
									}}
								>
									Add a component
								</Button>
								<span className="ml-auto flex">
									{movers(section.id, section.name.trim() || `section ${index + 1}`)}
								</span>
							</div>
						</div>
					</div>
				))}
				{line(null, sections.length)}
			</div>
			<About id={aboutId} error={error} hint={null} />
			<p role="status" className="sr-only">
				{said}
			</p>
			<Button
				data-add-section
				aria-describedby={invalid["aria-describedby"]}
				icon={<Plus size={14} aria-hidden />}
				onClick={() => onChange((before) => [...before, newSection()])}
			>
				Add a section
			</Button>
		</div>
	);
}
