/** Headers, sign-in and body of a request. */

import { LIMITS } from "../../../api/client/limits.ts";
import { FieldPart, LinesField, optionsOf, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
import { SecretField } from "../../../ui/forms/secret-field.tsx";
import { fieldsOf } from "../../../ui/forms/use-draft.ts";
import { NamedValueFields, newNamedValue } from "./named-value.tsx";
import { type AuthType, type RequestDraft, takesBody } from "./request-draft.ts";

const MAX_HEADERS = LIMITS.HttpRequest.headers.max;

const AUTHS = optionsOf<AuthType>({
	none: "None",
	basic: "User name and password (Basic)",
	bearer: "Token (Bearer)",
});

interface Props {
	readonly request: RequestDraft;
	readonly method: unknown;
	/** Of what contains `headers`, `auth` and `body`, as a JSON Pointer. */
	readonly pointer: string;
	readonly onChange: (change: Partial<RequestDraft>) => void;
}

export function HeaderFields({ request, pointer, onChange }: Omit<Props, "method">) {
	return (
		<FieldPart title="Headers">
			<ItemList
				{...fieldsOf(request, onChange, pointer)("headers")}
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
	const field = fieldsOf(auth, (to) => onChange({ auth: { ...auth, ...to } }), `${pointer}/auth`);
	return (
		<div className="grid gap-3 sm:grid-cols-2">
			<SelectField label="Sign-in" {...field("type")} options={AUTHS} className="sm:col-span-2" />
			{auth.type === "basic" && (
				<>
					<TextField label="User name" placeholder="monitor" {...field("username")} mono />
					<SecretField
						label="Password"
						required={auth.kept !== "basic"}
						{...field("password")}
						isKept={auth.kept === "basic"}
					/>
				</>
			)}
			{auth.type === "bearer" && (
				<SecretField
					label="Token"
					required={auth.kept !== "bearer"}
					{...field("token")}
					className="sm:col-span-2"
					isKept={auth.kept === "bearer"}
				/>
			)}
		</div>
	);
}

export function BodyField({ request, method, pointer, onChange }: Props) {
	if (!takesBody(method)) return null;
	return (
		<LinesField
			label="Body"
			hint="Sent as it stands here. Say what it is with a Content-Type header."
			placeholder='{"user":"monitor"}'
			mono
			rows={4}
			{...fieldsOf(request, onChange, pointer)("body")}
		/>
	);
}
