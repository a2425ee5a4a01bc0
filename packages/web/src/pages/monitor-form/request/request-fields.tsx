/** Headers, sign-in and body of a request. */

import { LIMITS } from "../../../api/limits.ts";
import { FieldPart, LinesField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
import { SecretField } from "../../../ui/forms/secret-field.tsx";
import { NamedValueFields, newNamedValue } from "./named-value.tsx";
import { AUTH_TYPES, type AuthDraft, type AuthType, type RequestDraft, takesBody } from "./request-draft.ts";

const MAX_HEADERS = LIMITS.HttpRequest.headers.max;

const AUTH_LABELS: Readonly<Record<AuthType, string>> = {
	none: "None",
	basic: "User name and password (Basic)",
	bearer: "Token (Bearer)",
};

interface Props {
	readonly request: RequestDraft;
	readonly method: unknown;
	/** Of what contains `headers`, `auth` and `body`, as a JSON Pointer. */
	readonly pointer: string;
	readonly onChange: (change: Partial<RequestDraft>) => void;
}

export function HeaderFields({ request: { headers }, pointer, onChange }: Omit<Props, "method">) {
	return (
		<FieldPart title="Headers">
			<ItemList
				items={headers}
				pointer={`${pointer}/headers`}
				onChange={(changed) => onChange({ headers: changed })}
				noun="header"
				max={MAX_HEADERS}
				newItem={newNamedValue}
			>
				{(header, index, change) => (
					<NamedValueFields
						named={header}
						pointer={`${pointer}/headers/${index}`}
						label="Header"
						placeholder="X-Api-Key"
						secretHint="Encrypted, never shown again, and sent to this server alone."
						onChange={change}
					/>
				)}
			</ItemList>
		</FieldPart>
	);
}

export function AuthFields({ request: { auth }, pointer, onChange }: Omit<Props, "method">) {
	const set = (to: Partial<AuthDraft>) => onChange({ auth: { ...auth, ...to } });
	return (
		<div className="grid gap-3 sm:grid-cols-2">
			<SelectField
				label="Sign-in"
				pointer={`${pointer}/auth/type`}
				value={auth.type}
				onChange={(type) => set({ type: type as AuthType })}
				options={AUTH_TYPES.map((value) => ({ value, label: AUTH_LABELS[value] }))}
				className="sm:col-span-2"
			/>
			{auth.type === "basic" && (
				<>
					<TextField
						label="User name"
						placeholder="monitor"
						pointer={`${pointer}/auth/username`}
						mono
						value={auth.username}
						onChange={(username) => set({ username })}
					/>
					<SecretField
						label="Password"
						required={auth.kept !== "basic"}
						pointer={`${pointer}/auth/password`}
						value={auth.password}
						isKept={auth.kept === "basic"}
						onChange={(password) => set({ password })}
					/>
				</>
			)}
			{auth.type === "bearer" && (
				<SecretField
					label="Token"
					required={auth.kept !== "bearer"}
					pointer={`${pointer}/auth/token`}
					className="sm:col-span-2"
					value={auth.token}
					isKept={auth.kept === "bearer"}
					onChange={(token) => set({ token })}
				/>
			)}
		</div>
	);
}

export function BodyField({ request: { body }, method, pointer, onChange }: Props) {
	if (!takesBody(method)) return null;
	return (
		<LinesField
			label="Body"
			pointer={`${pointer}/body`}
			hint="Sent as it stands here. Say what it is with a Content-Type header."
			placeholder='{"user":"monitor"}'
			mono
			rows={4}
			value={body}
			onChange={(body) => onChange({ body })}
		/>
	);
}
