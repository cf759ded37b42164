import type { PageWork } from '#answers/page-work.ts'
import type { AgentBody } from '#features/agent/start-agent.ts'
import type { Budget } from '#features/agent/runs/money.ts'
import type { Run } from '#features/agent/runs/run.ts'
import type { RunSessions } from '#features/interact/run-sessions.ts'
import type { RunJournal } from '#features/agent/runs/journal.ts'
import type { SiteCall, SiteOperations } from '#features/agent/runs/site-operations.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { SchemaCheck } from '#llm/schema-check.ts'
import type { Findings } from './findings.ts'
import type { MayVisit } from './may-visit.ts'
import type { RunSources } from './sources.ts'

/** What all agents of a run share. */
export interface RunScope {
  readonly run: Run<AgentBody>
  readonly journal: RunJournal
  readonly budget: Budget
  readonly model: LanguageModel
  readonly findErrors: SchemaCheck['findErrors']
  readonly pageWork: PageWork
  readonly operations: SiteOperations
  readonly urlRules: UrlRules
  readonly outbox: Pick<Outbox, 'add'>
  readonly call: SiteCall
  readonly mayVisit: MayVisit
  readonly sources: RunSources
  readonly findings: Findings
  readonly runSessions: Pick<RunSessions, 'missing' | 'start'>
}
