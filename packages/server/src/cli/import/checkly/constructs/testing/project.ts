/** A project of constructs with each kind that is carried, in the forms of Checkly's own examples. */

export const PROJECT: Readonly<Record<string, string>> = {
	"checkly.config.ts": `
import { defineConfig } from 'checkly'
import { Frequency, RetryStrategyBuilder } from 'checkly/constructs'

const config = defineConfig({
  projectName: 'Shop',
  logicalId: 'shop',
  repoUrl: process.env.REPO ?? 'https://git.example/shop',
  checks: {
    frequency: Frequency.EVERY_10M,
    locations: ['eu-west-1'],
    tags: ['shop'],
    retryStrategy: RetryStrategyBuilder.noRetries(),
    checkMatch: '**/__checks__/**/*.check.ts',
    browserChecks: { testMatch: '**/__checks__/*.spec.ts' },
  },
})

 export default config
`,
	"src/__checks__/channels.ts": `
import { URL } from 'node:url'
import { EmailAlertChannel, MSTeamsAlertChannel, OpsgenieAlertChannel, PagerdutyAlertChannel, SlackAlertChannel,
  SmsAlertChannel, TelegramAlertChannel, WebhookAlertChannel, IncidentioAlertChannel } from 'checkly/constructs'

const sendDefaults = { sendFailure: true, sendRecovery: true, sendDegraded: false, sslExpiry: true, sslExpiryThreshold: 30 }

 export const email = new EmailAlertChannel('email-1', { address: 'ops@example.com', ...sendDefaults })
 export const slack = new SlackAlertChannel('slack-1', { url: process.env.SLACK_URL!, ...sendDefaults })
 export const hook = new WebhookAlertChannel('hook-1', { name: 'Hook', url: new URL('https://hooks.example/a'), method: 'POST' })
 export const genie = new OpsgenieAlertChannel('genie-1', { name: 'Genie', apiKey: 'abc-1', region: 'EU', priority: 'P1' })
 export const pager = new PagerdutyAlertChannel('pager-1', { serviceKey: '${"a".repeat(32)}', serviceName: 'Pager' })
 export const teams = new MSTeamsAlertChannel('teams-1', { name: 'Teams', url: 'https://x.logic.example/workflows/1' })
 export const telegram = new TelegramAlertChannel('telegram-1', { name: 'Telegram', chatId: '-100', apiKey: '123:abc' })
 export const incidents = new IncidentioAlertChannel('incidents-1', {
  name: 'Incidents', url: 'https://api.incident.io/v2/alert_events/http/01GW2G3V0S59R238FAHPDS1R66', apiKey: 'k',
})
 export const sms = new SmsAlertChannel('sms-1', { phoneNumber: '+491701234567' })
`,
	"src/__checks__/groups.check.ts": `
import { AlertEscalationBuilder, CheckGroup, CheckGroupV2, Frequency } from 'checkly/constructs'
import { email, slack } from './channels'

 export const web = new CheckGroupV2('web', {
  name: 'Web',
  activated: true,
  muted: false,
  frequency: Frequency.EVERY_15M,
  tags: ['auto'],
  alertEscalationPolicy: AlertEscalationBuilder.runBasedEscalation(2),
  alertChannels: [email],
  apiCheckDefaults: { url: 'https://api.example', headers: [{ key: 'A', value: '1' }] },
})
 export const old = new CheckGroup('old', { name: 'Old', activated: false, alertChannels: [slack] })
`,
	"src/__checks__/api.check.ts": `
import { ApiCheck, AssertionBuilder, BrowserCheck, Frequency } from 'checkly/constructs'
import { web } from './groups.check'
import { hook } from './channels'

interface Host { readonly name: string }
const HOST: Host = { name: 'shop.example.com' } as const

new ApiCheck('orders', {
  name: 'Orders',
  group: web,
  alertChannels: [hook],
  degradedResponseTime: 10_000,
  maxResponseTime: 20_000,
  request: {
    url: \`https://\${HOST.name}/orders\`,
    method: 'POST',
    body: '{"a":1}',
    bodyType: 'JSON',
    headers: [{ key: 'Authorization', value: \`Bearer \${process.env.TOKEN}\` }, { key: 'X-Key', value: process.env.KEY }],
    queryParameters: [{ key: 'q', value: 'a b' }],
    basicAuth: { username: 'u', password: 'p' },
    assertions: [
      AssertionBuilder.statusCode().equals(201),
      AssertionBuilder.jsonBody('$.id').greaterThan(0),
      AssertionBuilder.headers('content-type').contains('json'),
      AssertionBuilder.textBody().notContains('error'),
      AssertionBuilder.responseTime().lessThan(2000),
    ],
  },
} satisfies object)

new ApiCheck('health', {
  name: 'Health',
  frequency: Frequency.EVERY_5M,
  request: { url: \`\${process.env.API_URL}/health\`, method: 'GET', assertions: [AssertionBuilder.statusCode().equals(200)] },
})

new BrowserCheck('flow', { name: 'Flow', code: { entrypoint: join(__dirname, 'flow.spec.ts') } })
`,
	"src/__checks__/uptime.check.ts": `
import * as checkly from 'checkly/constructs'
import { DnsAssertionBuilder, DnsMonitor, Frequency, HeartbeatCheck, HeartbeatMonitor, IcmpMonitor, TcpAssertionBuilder,
  TcpCheck, TcpMonitor, UrlAssertionBuilder } from 'checkly/constructs'
import { old } from './groups.check'
import { genie, incidents, pager, sms, teams, telegram } from './channels'

 export const service = new checkly.StatusPageService('shop-service', { name: 'Shop' })

new checkly.UrlMonitor('home', {
  name: 'Home',
  tags: ['front'],
  alertChannels: [genie, incidents, pager, sms, teams, telegram],
  triggerIncident: { service, severity: 'MAJOR', name: 'Down', description: 'Down', notifySubscribers: true },
  request: { url: 'https://shop.example.com/', followRedirects: true, assertions: [UrlAssertionBuilder.statusCode().equals(200)] },
})
new TcpMonitor('db', {
  name: 'Database',
  frequency: Frequency.EVERY_30S,
  request: { hostname: 'db.example.com', port: 5432, data: 'PING', assertions: [TcpAssertionBuilder.responseData().contains('PONG')] },
})
new TcpCheck('cache', { name: 'Cache', groupId: old.ref(), request: { hostname: 'cache.example.com', port: 6379 } })
new DnsMonitor('dns', {
  name: 'Name',
  request: { query: 'shop.example.com', recordType: 'AAAA', nameServer: '192.0.2.53', port: 53,
    assertions: [DnsAssertionBuilder.responseCode().equals('NOERROR')] },
})
new IcmpMonitor('ping', { name: 'Ping', request: { hostname: '192.0.2.1', pingCount: 5 } })
new HeartbeatMonitor('job', { name: 'Job', period: 1, periodUnit: 'hours', grace: 30, graceUnit: 'minutes' })
new HeartbeatCheck('night', { name: 'Night', period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' })
`,
	"src/__checks__/around.check.ts": `
import { MaintenanceWindow, StatusPage } from 'checkly/constructs'
import { service } from './uptime.check'

new MaintenanceWindow('nightly', {
  name: 'Nightly',
  tags: ['front'],
  startsAt: new Date('2025-01-01T01:00:00.000Z'),
  endsAt: new Date('2025-01-01T02:00:00.000Z'),
  repeatInterval: 1,
  repeatUnit: 'WEEK',
})
new StatusPage('page', {
  name: 'Shop status', url: 'shop-status', defaultTheme: 'DARK', cards: [{ name: 'Web', services: [service] }],
})
`,
	"src/helpers.check.ts": "new Nonsense() // not below __checks__",
};
