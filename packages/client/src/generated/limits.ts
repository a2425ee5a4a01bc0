// Generated from the OpenAPI document by `npm run generate --workspace packages/client`. Do not edit.

/** Of members: bounds of a number, or of the items of a list, and the value of one that is left out. */
export const FlowStep = {
	method: {"default":"GET"},
	headers: {"max":20,"default":[]},
	body: {"default":null},
	auth: {"default":null},
	expect: {"max":20,"default":["2xx"]},
	contentChecks: {"max":20,"default":[]},
	save: {"max":20,"default":[]},
} as const;

export const HttpRequest = {
	headers: {"max":20,"default":[]},
	body: {"default":null},
	auth: {"default":null},
} as const;

export const HttpMonitorCreate = {
	type: {"default":"http"},
	method: {"default":"HEAD"},
	expectedStatus: {"min":100,"max":599,"default":200},
	followRedirects: {"default":true},
	verifyTls: {"default":true},
	acceptedStatuses: {"max":20,"default":null},
	ipFamily: {"default":"any"},
	sendTraceparent: {"default":false},
	maxBodyBytes: {"min":1,"max":1048576,"default":1048576},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const DnsMonitorCreate = {
	recordType: {"default":"A"},
	resolver: {"default":null},
	expected: {"max":50,"default":null},
	mode: {"default":"equals"},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const TcpMonitorCreate = {
	port: {"min":1,"max":65535},
	tls: {"default":"none"},
	protocol: {"default":null},
	send: {"default":null},
	expect: {"default":null},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const CronMonitorCreate = {
	schedule: {"default":null},
	timeZone: {"default":"UTC"},
	every: {"min":60,"max":31536000,"default":null},
	graceSeconds: {"min":60,"max":86400,"default":300},
	maxRuntimeSeconds: {"min":1,"max":86400,"default":null},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const FlowMonitorCreate = {
	steps: {"max":20},
	variables: {"max":50,"default":[]},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":86400,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const PingMonitorCreate = {
	packets: {"min":1,"max":10,"default":3},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const WebsocketMonitorCreate = {
	send: {"default":null},
	expect: {"default":null},
	tags: {"max":20,"default":[]},
	intervalSeconds: {"min":60,"max":3600,"default":60},
	degradedAfterMs: {"min":1000,"max":30000,"default":5000},
	timeoutSeconds: {"min":1,"max":60,"default":10},
	locationHint: {"default":"wnam"},
	sslMonitoringEnabled: {"default":true},
	sslExpiryWarningDays: {"min":1,"max":365,"default":30},
	locations: {"max":10,"default":[]},
	downWhen: {"default":"majority"},
	fallback: {"default":false},
	importance: {"default":"normal"},
	dependsOn: {"max":20,"default":[]},
	enabled: {"default":true},
} as const;

export const AlertHours = {
	spans: {"max":14},
} as const;

export const AlertCreate = {
	monitorIds: {"max":1000,"default":null},
	tags: {"default":null},
	types: {"default":null},
	minimumImportance: {"default":"low"},
	events: {"default":["down","degraded","up","blind","certificate"]},
	hours: {"default":null},
	cooldownMinutes: {"min":0,"max":1440,"default":10},
	dailyCap: {"min":1,"max":1000,"default":100},
	failureThreshold: {"min":1,"max":10,"default":1},
	reminderMinutes: {"min":5,"max":1440,"default":null},
	titleTemplate: {"default":null},
	textTemplate: {"default":null},
	timeZone: {"default":"UTC"},
	groupsByCause: {"default":true},
	isEnabled: {"default":true},
	escalation: {"default":null},
} as const;

export const NewEscalation = {
	steps: {"max":10},
	repeats: {"min":0,"max":10,"default":0},
} as const;

export const NewEscalationStep = {
	afterMinutes: {"min":0,"max":1440},
	channels: {"max":10},
} as const;

export const MaintenanceWindowCreate = {
	monitorIds: {"max":1000,"default":null},
	startsAt: {"default":null},
	endsAt: {"default":null},
	statusPageIds: {"max":100,"default":[]},
	publicTitle: {"default":null},
	publicText: {"default":""},
	announceHoursBefore: {"min":0,"max":672,"default":24},
} as const;

export const StatusPageCreate = {
	isPublished: {"default":false},
	access: {"default":"public"},
	allowsIndexing: {"default":false},
	headline: {"default":""},
	footer: {"default":""},
	theme: {"default":{}},
	locale: {"default":"en"},
	timeZone: {"default":"UTC"},
	days: {"default":90},
	showsUptime: {"default":true},
	autoIncidentAfterMinutes: {"min":1,"max":1440,"default":null},
	autoIncidentNeedsApproval: {"default":false},
	password: {"default":null},
	domain: {"default":null},
	sections: {"max":50,"default":[]},
} as const;

export const IncidentCreate = {
	impact: {"default":null},
	components: {"max":100,"default":[]},
	statusPageIds: {"max":100},
	isBackdated: {"default":false},
	isDraft: {"default":false},
	notifySubscribers: {"default":true},
	updates: {"max":100,"default":[]},
} as const;

export const IncidentUpdateCreate = {
	notifySubscribers: {"default":true},
} as const;

export const IncidentTemplateCreate = {
	status: {"default":"investigating"},
} as const;

export const ScheduleCreate = {
	layers: {"max":10},
} as const;

export const KeyCreate = {
	expiresAt: {"default":null},
} as const;
