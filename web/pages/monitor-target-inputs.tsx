import { listLines } from '../lines.ts'
import { WatchInputs } from './monitor-watch.tsx'
import { MonitorOptions } from './monitor-options.tsx'
import {
  hasScreenshots,
  searchWindows,
  takeScreenshots,
  type TargetFields,
  type TargetKind,
} from './monitor-targets.ts'
import { Select, Toggle } from '../ui/choices.tsx'
import * as words from '../words/en/monitor-form.ts'
import * as terms from '../words/en/terms.ts'

const kinds: Readonly<Record<TargetKind, string>> = {
  scrape: words.kindScrape,
  crawl: words.kindCrawl,
  search: words.kindSearch,
  json: words.kindJson,
}

/** What a monitor checks. */
export function TargetInputs(props: {
  fields: TargetFields
  onChange: (fields: TargetFields) => void
  /** The options of an operation are typed as JSON that is none. */
  onProblem: (operation: string, problem: string | undefined) => void
}) {
  const { fields, onChange, onProblem } = props
  const { kind } = fields
  return (
    <>
      <fieldset class="radio-list two">
        <legend>{words.kindLabel}</legend>
        {Object.entries(kinds).map(([name, label]) => (
          <label key={name}>
            <input
              type="radio"
              name="kind"
              checked={name === kind}
              onChange={() => onChange({ ...fields, kind: name as TargetKind })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {kind === 'json' ? (
        <label class="labelled">
          {words.targetsLabel}
          <textarea
            class="mono"
            rows={8}
            required
            spellcheck={false}
            value={fields.json}
            onInput={(event) => onChange({ ...fields, json: event.currentTarget.value })}
          />
        </label>
      ) : (
        <label class="labelled">
          {kind === 'search' ? terms.thingSearches : 'URLs'}
          <textarea
            rows={3}
            required
            class="mono"
            placeholder={
              kind === 'search' ? words.searchesPlaceholder : 'https://example.com/pricing'
            }
            spellcheck={false}
            value={fields.lines}
            onInput={(event) => onChange({ ...fields, lines: event.currentTarget.value })}
          />
          <small>{words.targetsHint}</small>
        </label>
      )}
      <KindInputs fields={fields} onChange={onChange} />
      {(kind === 'scrape' || kind === 'crawl') && (
        <>
          <WatchInputs
            watch={fields.watch}
            url={listLines(fields.lines)[0]}
            onChange={(watch) => onChange({ ...fields, watch })}
          />
          <MonitorOptions
            operation="post /v2/scrape"
            title={words.optionsPages}
            values={fields.scrapeOptions}
            onChange={(scrapeOptions) => onChange({ ...fields, scrapeOptions })}
            onProblem={(problem) => onProblem('scrape', problem)}
          />
        </>
      )}
      {kind === 'crawl' && (
        <MonitorOptions
          operation="post /v2/crawl"
          title={words.optionsSite}
          values={fields.crawlOptions}
          onChange={(crawlOptions) => onChange({ ...fields, crawlOptions })}
          onProblem={(problem) => onProblem('crawl', problem)}
        />
      )}
    </>
  )
}

function KindInputs({
  fields,
  onChange,
}: Pick<Parameters<typeof TargetInputs>[0], 'fields' | 'onChange'>) {
  const { kind, limit, scrapeOptions, searchWindow, maxResults } = fields
  if (kind === 'json') return null
  if (kind === 'search')
    return (
      <div class="toolbar">
        <label class="inline">
          {words.searchesAge}
          <Select
            class="narrow"
            choices={searchWindows}
            value={searchWindow}
            onChoose={(window) => onChange({ ...fields, searchWindow: window })}
          />
        </label>
        <label class="inline">
          {words.searchesResults}
          <input
            type="number"
            min={1}
            max={50}
            required
            value={maxResults}
            onInput={(event) =>
              onChange({ ...fields, maxResults: event.currentTarget.valueAsNumber })
            }
          />
        </label>
      </div>
    )
  return (
    <div class="toolbar">
      {kind === 'crawl' && (
        <label class="inline">
          {terms.fieldLimit}
          <input
            type="number"
            min={1}
            max={10_000}
            required
            value={limit}
            onInput={(event) => onChange({ ...fields, limit: event.currentTarget.valueAsNumber })}
          />
          {words.crawlUnit}
        </label>
      )}
      <Toggle
        label={words.screenshotsLabel}
        checked={hasScreenshots(scrapeOptions)}
        onSwitch={(isOn) =>
          onChange({ ...fields, scrapeOptions: takeScreenshots(scrapeOptions, isOn) })
        }
      />
    </div>
  )
}
