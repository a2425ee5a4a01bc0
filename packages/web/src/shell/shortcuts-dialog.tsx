import { Dialog } from "../ui/dialog.tsx";
import { SHORTCUT_LISTS } from "./shortcuts.ts";

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog open onClose={onClose} title="Keyboard shortcuts">
			<div className="space-y-5">
				{SHORTCUT_LISTS.map(({ title, keys }) => (
					<section key={title}>
						<h3 className="mb-1 text-muted">{title}</h3>
						<dl>
							{keys.map(([key, what]) => (
								<div key={key} className="flex justify-between gap-4 border-b border-line py-1.5">
									<dt>{what}</dt>
									<dd className="font-mono whitespace-pre text-muted">{key}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}
