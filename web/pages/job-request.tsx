import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { runInPlayground } from './playground-start.ts'
import { toRemembered, type RequestFacts } from './request-detail.tsx'
import * as words from '../words/en/job.ts'
import * as requestWords from '../words/en/request-detail.ts'
import * as terms from '../words/en/terms.ts'

/** Where a job stands among the others, its id, and with what it was started. */
export function JobRequest({ id }: { id: string }) {
  // A job that a schedule has started has no request.
  const detail = useResource<{ data: RequestFacts }>(`/console/api/activity/${id}`).data?.data
  const again = detail && toRemembered(detail)
  return (
    <>
      <nav class="crumbs" aria-label={words.crumbsLabel}>
        <a href="/console/jobs">{terms.pageJobs}</a>
        <Icon name="right" size={12} />
        <code>{id}</code>
        <CopyButton text={id} />
        <span class="grow" />
        {again && may('member') && (
          <Button class="small" icon="reset" onClick={() => runInPlayground(again)}>
            {requestWords.actionAgain}
          </Button>
        )}
      </nav>
      {detail?.sent && (
        <details class="job-options">
          <summary>{words.optionsTitle}</summary>
          <p class="faint">{requestWords.requestNote}</p>
          <Code
            text={JSON.stringify(detail.sent.body, null, 2) ?? ''}
            language="json"
            label={requestWords.requestLabel}
            hasCopy
          />
        </details>
      )}
    </>
  )
}
