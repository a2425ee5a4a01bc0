import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface Crumb {
	readonly label: string;
	readonly to: LinkProps["to"];
	readonly params?: LinkProps["params"];
	readonly search?: LinkProps["search"];
}

interface Props {
	readonly title: ReactNode;
	/** Beside the title. */
	readonly aside?: ReactNode;
	readonly subtitle?: ReactNode;
	readonly crumbs?: readonly Crumb[];
	readonly actions?: ReactNode;
}

export function PageHeader({ title, aside, subtitle, crumbs, actions }: Props) {
	return (
		<header className="mb-4">
			{crumbs && (
				<nav aria-label="Breadcrumb" className="mb-1 text-muted">
					{crumbs.map((crumb, index) => (
						<span key={crumb.label}>
							{index > 0 && <span aria-hidden="true"> / </span>}
							<Link
								to={crumb.to}
								params={crumb.params ?? {}}
								search={crumb.search ?? {}}
								className="hover:text-text hover:underline"
							>
								{crumb.label}
							</Link>
						</span>
					))}
				</nav>
			)}
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
				<div className="min-w-0">
					<h1 className="flex flex-wrap items-center gap-x-3 text-title">
						<span className="min-w-0 break-words">{title}</span>
						{aside && <span className="text-body">{aside}</span>}
					</h1>
					{subtitle && <div className="mt-0.5 text-muted">{subtitle}</div>}
				</div>
				{actions && <div className="flex flex-wrap gap-2">{actions}</div>}
			</div>
		</header>
	);
}
