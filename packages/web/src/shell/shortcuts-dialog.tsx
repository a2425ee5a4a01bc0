import { Dialog } from "../ui/dialog/dialog.tsx";
import { useSignedIn } from "./session.tsx";
import { shortcutLists } from "./shortcuts.ts";

const KEY = "min-w-5 rounded-[4px] border border-line px-1 text-center font-mono text-small leading-[18px] text-muted";

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
	const { team } = useSignedIn();
	return (
		<Dialog open onClose={onClose} title="Keyboard shortcuts">
			<div className="space-y-5">
				{shortcutLists(team.scopes).map(({ title, keys }) => (
					<section key={title}>
						<h3 className="mb-1 text-muted">{title}</h3>
						<dl>
							{keys.map(([key, what]) => (
								<div key={key} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
									<dt>{what}</dt>
									<dd className="flex gap-1">
										{key.split(/ +/).map((each) => (
											<kbd key={each} className={KEY}>
												{each}
											</kbd>
										))}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}
