/** A password, hidden until its reader asks to see it. */

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../buttons/icon-button.tsx";
import { Field, type FieldProps, isBlank } from "./field.tsx";

interface Props extends FieldProps {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** What a password manager does here: fill in the kept one, or offer a new one. */
	readonly autoComplete: "current-password" | "new-password";
}

export function PasswordField({ value, onChange, autoComplete, ...field }: Props) {
	const [isShown, setIsShown] = useState(false);
	return (
		<Field {...field} isEmpty={isBlank(value)}>
			{(props) => (
				<span className="relative block">
					<input
						{...props}
						type={isShown ? "text" : "password"}
						name="password"
						autoComplete={autoComplete}
						autoCapitalize="none"
						spellCheck={false}
						value={value}
						className="control w-full pr-9"
						onChange={(event) => onChange(event.target.value)}
					/>
					<IconButton
						label={isShown ? "Hide what is typed" : "Show what is typed"}
						className="absolute top-0 right-0"
						onClick={() => setIsShown(!isShown)}
					>
						{isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
					</IconButton>
				</span>
			)}
		</Field>
	);
}
