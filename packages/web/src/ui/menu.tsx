/** A button that opens a list of actions. Keys and focus are Base UI's. */

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

export interface MenuItem {
	readonly label: string;
	readonly icon?: ReactNode;
	readonly danger?: boolean;
	readonly onSelect: () => void;
}

export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
	return (
		<Base.Root>
			<Base.Trigger render={trigger} />
			<Base.Portal>
				<Base.Positioner sideOffset={4} align="end" className="z-50">
					<Base.Popup className="card min-w-40 p-1 shadow-(--shadow) outline-none">
						{items.map(({ label, icon, danger, onSelect }) => (
							<Base.Item
								key={label}
								onClick={onSelect}
								className={`flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 select-none data-highlighted:bg-hover ${danger ? "text-down" : ""}`}
							>
								{icon}
								{label}
							</Base.Item>
						))}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
