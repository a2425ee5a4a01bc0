/**
 * The tables of Uptime Kuma that hold configuration and history, as its migrations leave them: of 1.23 (patch1 to the
 * last patch of db/old_migrations), and what db/knex_migrations add up to 2.5. A column is a name, or a name and its
 * default. Facts of https://github.com/louislam/uptime-kuma, whose statements are not copied.
 */

type Schema = Readonly<Record<string, readonly string[]>>;

const words = (text: string) => text.trim().split(/\s+/);

export const VERSION_1: Schema = {
	heartbeat: words("id important=0 monitor_id status msg time ping duration=0 down_count=0"),
	notification: words("id name config active=1 user_id is_default=0"),
	monitor_notification: words("id monitor_id notification_id"),
	monitor:
		words(`id name active=1 user_id interval=20 url type weight=2000 hostname port created_date keyword maxretries=0
		ignore_tls=0 upside_down=0 maxredirects=10 accepted_statuscodes_json=["200-299"] dns_resolve_type dns_resolve_server
		dns_last_result retry_interval=0 push_token method=GET body headers basic_auth_user basic_auth_pass docker_host
		docker_container proxy_id expiry_notification=1 mqtt_topic mqtt_success_message mqtt_username mqtt_password
		database_connection_string database_query auth_method auth_domain auth_workstation grpc_url grpc_protobuf grpc_body
		grpc_metadata grpc_method grpc_service_name grpc_enable_tls=0 radius_username radius_password
		radius_calling_station_id radius_called_station_id radius_secret resend_interval=0 packet_size=56 game
		http_body_encoding description tls_ca tls_cert tls_key parent invert_keyword=0 json_path expected_value
		kafka_producer_topic kafka_producer_brokers kafka_producer_ssl=0 kafka_producer_allow_auto_topic_creation=0
		kafka_producer_sasl_options kafka_producer_message oauth_client_id oauth_client_secret oauth_token_url oauth_scopes
		oauth_auth_method timeout=0 gamedig_given_port_only=1`),
	tag: words("id name color created_date"),
	monitor_tag: words("id monitor_id tag_id value"),
	setting: words("id key value type"),
	incident: words("id title content style=warning created_date last_updated_date pin=1 active=1 status_page_id"),
	group: words("id name created_date public=0 active=1 weight=1000 status_page_id"),
	monitor_group: words("id monitor_id group_id weight=1000 send_url=0"),
	status_page: words(`id slug title description icon theme published=1 search_engine_index=1 show_tags=0 password
		created_date modified_date footer_text custom_css show_powered_by=1 google_analytics_tag_id
		show_certificate_expiry=0`),
	status_page_cname: words("id status_page_id domain"),
	proxy: words("id user_id protocol host port auth username password active=1 default=0 created_date"),
	maintenance: words(`id title description user_id active=1 strategy=single start_date end_date start_time end_time
		weekdays=[] days_of_month=[] interval_day cron timezone duration`),
	maintenance_status_page: words("id status_page_id maintenance_id"),
	monitor_maintenance: words("id monitor_id maintenance_id"),
};

const ADDED: Schema = {
	heartbeat: words("end_time retries=0 response"),
	monitor: words(`mqtt_check_type=keyword remote_browser snmp_oid snmp_version=2c json_path_operator cache_bust=0
		conditions=[] rabbitmq_nodes rabbitmq_username rabbitmq_password smtp_security
		ws_ignore_sec_websocket_accept_header=0 ws_subprotocol= ping_count=1 ping_numeric=1 ping_per_request_timeout=2
		ip_family manual_status oauth_audience mqtt_websocket_path domain_expiry_notification=0 save_response=0
		save_error_response=1 response_max_length=1024 system_service_name subtype location protocol snmp_v3_username
		expected_tls_alert retry_only_on_status_code_failure=0 screenshot_delay=0 ntp_stratum_threshold=5
		ntp_time_offset_threshold=1000 ntp_root_dispersion_threshold=500 bearer_token gamedig_token`),
	monitor_group: words("custom_url"),
	status_page: words(`auto_refresh_interval=300 analytics_id analytics_script_url analytics_type
		show_only_last_heartbeat=0 rss_title`),
	maintenance: words("last_start_date"),
	stat_hourly: words("id monitor_id timestamp ping ping_min=0 ping_max=0 up down extras"),
	stat_daily: words("id monitor_id timestamp ping ping_min=0 ping_max=0 up down extras"),
	stat_minutely: words("id monitor_id timestamp ping ping_min=0 ping_max=0 up down extras"),
};

const tables = [...new Set([...Object.keys(VERSION_1), ...Object.keys(ADDED)])];
export const VERSION_2: Schema = Object.fromEntries(
	tables.map((table) => [table, [...(VERSION_1[table] ?? []), ...(ADDED[table] ?? [])]]),
);

/** The name of a column. */
export function nameOf(column: string): string {
	return column.split("=")[0] ?? column;
}
