/**
 * What each route takes and answers, read from the generated types. A new route of the service needs nothing here: it
 * is there when the types are generated again.
 */

import type { paths } from "./generated/openapi.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The paths that have a method. */
export type PathOf<M extends Method> = {
	[P in keyof paths]: paths[P] extends { readonly [K in Lowercase<M>]: object } ? P : never;
}[keyof paths];

/** The paths whose answer is a page of a list. */
export type ListPath = {
	[P in PathOf<"GET">]: "cursor" extends QueryNames<Operation<"GET", P>> ? P : never;
}[PathOf<"GET">];

/** `full` where the monitor is wanted whole (`view=full`). */
export type FullView = "full";

/**
 * The data of a route's answer, without its envelope; undefined where it has no body.
 * @typeParam V `full` when the request says `view: "full"`, undefined when it does not
 */
export type DataOf<M extends Method, P extends PathOf<M>, V extends FullView | undefined = undefined> = InView<
	Unwrapped<JsonOf<SuccessOf<Operation<M, P>>>>,
	V
>;

/** One item of a list. */
export type ItemOf<P extends ListPath, V extends FullView | undefined = undefined> = InView<
	ElementOf<Unwrapped<JsonOf<SuccessOf<Operation<"GET", P>>>>>,
	V
>;

/** What every request may have beside what its route takes. */
export interface CallOptions {
	/** Aborting it ends the request with the code `ABORTED`. */
	readonly signal?: AbortSignal | undefined;
	/** Sent beside the client's own. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** The ids in its path, its query and its body, where it has them. */
export type RequestOptions<M extends Method, P extends PathOf<M>> = PathPart<Operation<M, P>> &
	QueryPart<ParametersOf<Operation<M, P>>> &
	BodyPart<Operation<M, P>> &
	CallOptions;

/** The part of the options by which the compiler knows which view is meant. */
export interface ViewOption<V extends FullView | undefined> {
	readonly query?: { readonly view?: V } | undefined;
}

/** The options may be left out where no member of them is required. */
export type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

type Operation<M extends Method, P extends PathOf<M>> = paths[P][Lowercase<M> & keyof paths[P]];

type ParametersOf<O> = O extends { parameters: infer Parameters } ? Parameters : never;

/** The names of its query parameters; never where it has none. */
type QueryNames<O> =
	ParametersOf<O> extends { query?: infer Query } ? ([Query] extends [never] ? never : keyof Query) : never;

type PathPart<O> = O extends { parameters: { path: infer Path } } ? { readonly path: Readonly<Path> } : unknown;

type QueryPart<Parameters> = Parameters extends { query: infer Query }
	? { readonly query: Loose<Query> }
	: Parameters extends { query?: infer Query }
		? { readonly query?: ([NonNullable<Query>] extends [never] ? NoView : Loose<NonNullable<Query>>) | undefined }
		: unknown;

/** Members that may be absent may be undefined as well: neither is sent. */
type Loose<Query> = {
	readonly [Name in keyof Query]: Record<never, never> extends Pick<Query, Name>
		? Query[Name] | undefined
		: Query[Name];
} & ("view" extends keyof Query ? unknown : NoView);

interface NoView {
	readonly view?: undefined;
}

type BodyPart<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
	? { readonly body: Sent<Body> }
	: O extends { requestBody?: { content: { "application/json": infer Body } } }
		? { readonly body?: Sent<Body> }
		: unknown;

/** Nothing that is handed over is changed, so lists that may not be changed are as good. */
type Sent<T> = T extends object ? { readonly [Name in keyof T]: Sent<T[Name]> } : T;

type SuccessOf<O> = O extends { responses: infer Responses }
	? Responses[keyof Responses & (200 | 201 | 202 | 204)]
	: never;

type JsonOf<Success> = Success extends { content: { "application/json": infer Body } } ? Body : undefined;

type Unwrapped<Body> = Body extends { data: infer Data } ? Data : Body;

/** The only list of a page's data. */
type ElementOf<Data> = { [Name in keyof Data]: Data[Name] extends readonly (infer Item)[] ? Item : never }[keyof Data];

/** Of a union of forms, the one that was asked for. Only the full form says since when a monitor has its status. */
type InView<Data, V extends FullView | undefined> = [Extract<Data, FullForm>] extends [never]
	? Data
	: V extends FullView
		? Extract<Data, FullForm>
		: Exclude<Data, FullForm>;

interface FullForm {
	readonly statusSince: string | null;
}
