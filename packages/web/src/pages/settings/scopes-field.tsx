/** What a key can do: a row a subject, with reading and writing beside each other, and presets above them. */

import { capitalized, inWords } from "../../format/words.ts";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { About } from "../../ui/forms/field.tsx";
import { useFieldError } from "../../ui/forms/form.tsx";

interface Props {
	/** Those that the reader has: a key has no scope that its maker lacks. */
	readonly offered: readonly string[];
	readonly value: readonly string[];
	readonly onChange: (scopes: readonly string[]) => void;
}

const isReading = (scope: string) => scope.endsWith(":read");

/** What reports are made of. */
const REPORTS = ["monitors:read", "reports:read", "status-pages:read"];

const PRESETS: readonly (readonly [name: string, has: (scope: string) => boolean])[] = [
	["Read only", isReading],
	["Full", () => true],
	["Reports", (scope) => REPORTS.includes(scope)],
];

/** `status-pages` → `Status pages` */
function nameOf(subject: string): string {
	return capitalized(inWords(subject.replaceAll("-", "_")));
}

export function ScopesField({ offered, value, onChange }: Props) {
	const { error, marked, invalid, aboutId } = useFieldError("/scopes");
	const subjects = [...new Set(offered.map((scope) => scope.split(":")[0] ?? ""))];
	const isChosen = (scopes: readonly string[]) =>
		scopes.length === value.length && scopes.every((scope) => value.includes(scope));
	const toggle = (scope: string) =>
		onChange(offered.filter((each) => (each === scope ? !value.includes(each) : value.includes(each))));
	return (
		<fieldset {...marked}>
			<legend className="mb-2 font-semibold">Can</legend>
			<div className="mb-2 flex flex-wrap gap-1">
				{PRESETS.map(([name, has]) => {
					const scopes = offered.filter(has);
					return (
						<PillButton key={name} pressed={isChosen(scopes)} onClick={() => onChange(scopes)}>
							{name}
						</PillButton>
					);
				})}
			</div>
			<table className="w-full">
				<thead className="sr-only">
					<tr>
						<th scope="col">Subject</th>
						<th scope="col">Read</th>
						<th scope="col">Write</th>
					</tr>
				</thead>
				<tbody>
					{subjects.map((subject) => (
						<tr key={subject} className="border-b border-line last:border-0">
							<th scope="row" className="py-1 text-left font-normal">
								{nameOf(subject)}
							</th>
							{["read", "write"].map((right) => {
								const scope = `${subject}:${right}`;
								return (
									<td key={right} className="w-20 py-1">
										{offered.includes(scope) && (
											<label className="inline-flex min-h-6 items-center gap-2" title={scope}>
												<input
													type="checkbox"
													aria-label={`${right} ${nameOf(subject).toLowerCase()}`}
													className="size-4 accent-text"
													{...(scope === offered[0] && invalid)}
													checked={value.includes(scope)}
													onChange={() => toggle(scope)}
												/>
												{right}
											</label>
										)}
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
			<About id={aboutId} error={error} hint={null} />
		</fieldset>
	);
}
