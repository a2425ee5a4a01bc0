/**
 * The tables as TypeScript sees them, by name. The same on both engines: instants are epoch milliseconds, flags 0 or 1,
 * words are stored as small numbers: their index in a list of the domain, or their code (./codes.ts).
 */

import type { ApiKeyTable, TeamTable } from "./tables/access.ts";
import type {
	AlertEventTable,
	AlertMonitorTable,
	AlertStateTable,
	AlertTable,
	CertificateWarningTable,
	DeferredChangeTable,
	NoticeTable,
} from "./tables/alerts.ts";
import type {
	CheckFailureTable,
	CheckResultTable,
	CheckStepsTable,
	MonitorStateTable,
	ReplacedChecksTable,
	SealedDayTable,
	SealedHourTable,
	TransitionTable,
} from "./tables/checks.ts";
import type {
	BackfillTable,
	DailyRollUpTable,
	HourlyRollUpTable,
	LateHourTable,
	LateMinuteTable,
	RollUpProgressTable,
	RollUpStateTable,
	TeamHourTable,
} from "./tables/figures.ts";
import type {
	HeartbeatTable,
	ListeningOutageTable,
	PingBeatTable,
	PingBodyTable,
	PingTable,
} from "./tables/heartbeats.ts";
import type {
	IncidentComponentTable,
	IncidentStatusPageTable,
	IncidentTable,
	IncidentUpdateTable,
} from "./tables/incidents.ts";
import type { CutOffTable, InstallationTable, MachineTable } from "./tables/installation.ts";
import type {
	MaintenanceEarlyEndTable,
	MaintenanceWindowMonitorTable,
	MaintenanceWindowTable,
} from "./tables/maintenance.ts";
import type { ContentCheckTable, MonitorTable } from "./tables/monitors.ts";
import type {
	AuditEventTable,
	InvitationTable,
	MemberTable,
	OidcIdentityTable,
	PasskeyTable,
	PasswordTable,
	SessionTable,
	SignInCeremonyTable,
	SignInLinkTable,
	UserTable,
} from "./tables/people.ts";
import type { StatusPageMonitorTable, StatusPageTable } from "./tables/status-pages.ts";

export interface Schema {
	installation: InstallationTable;
	machines: MachineTable;
	cut_offs: CutOffTable;
	teams: TeamTable;
	api_keys: ApiKeyTable;
	users: UserTable;
	members: MemberTable;
	passkeys: PasskeyTable;
	oidc_identities: OidcIdentityTable;
	passwords: PasswordTable;
	sessions: SessionTable;
	sign_in_links: SignInLinkTable;
	invitations: InvitationTable;
	sign_in_ceremonies: SignInCeremonyTable;
	audit_events: AuditEventTable;
	monitors: MonitorTable;
	monitor_states: MonitorStateTable;
	content_checks: ContentCheckTable;
	check_results: CheckResultTable;
	check_failures: CheckFailureTable;
	check_steps: CheckStepsTable;
	replaced_checks: ReplacedChecksTable;
	sealed_hours: SealedHourTable;
	sealed_days: SealedDayTable;
	transitions: TransitionTable;
	hourly_roll_ups: HourlyRollUpTable;
	daily_roll_ups: DailyRollUpTable;
	roll_up_states: RollUpStateTable;
	late_hours: LateHourTable;
	team_hours: TeamHourTable;
	late_minutes: LateMinuteTable;
	roll_up_progress: RollUpProgressTable;
	backfills: BackfillTable;
	maintenance_windows: MaintenanceWindowTable;
	maintenance_window_monitors: MaintenanceWindowMonitorTable;
	maintenance_early_ends: MaintenanceEarlyEndTable;
	status_pages: StatusPageTable;
	status_page_monitors: StatusPageMonitorTable;
	incidents: IncidentTable;
	incident_updates: IncidentUpdateTable;
	incident_components: IncidentComponentTable;
	incident_status_pages: IncidentStatusPageTable;
	alerts: AlertTable;
	alert_monitors: AlertMonitorTable;
	alert_states: AlertStateTable;
	certificate_warnings: CertificateWarningTable;
	notices: NoticeTable;
	deferred_changes: DeferredChangeTable;
	alert_events: AlertEventTable;
	heartbeats: HeartbeatTable;
	pings: PingTable;
	ping_bodies: PingBodyTable;
	ping_beats: PingBeatTable;
	listening_outages: ListeningOutageTable;
}
