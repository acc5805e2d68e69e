import { useNavigate, useParams } from '@tanstack/react-router'
import { personName } from '@tributary/contract/person-name.ts'
import { useLater } from '../../api/client/use-later.ts'
import { usePaymentSuggestions } from '../../api/money/payments.ts'
import { type KnownValue, useKnownValues } from '../../api/values.ts'
import { useVisitorNames } from '../../api/visitor-summaries.ts'
import { useVisitorSuggestions } from '../../api/visitors.ts'
import { formatInstantDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { formatProvider } from '../../format/provider.ts'
import { paletteTexts as words } from '../../texts/palette.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import { addFilter, rowFilter, writeFilters } from '../../url-state/filter.ts'
import { useReportState } from '../../url-state/report-state.ts'
import type { PaletteLine } from './use-lines.ts'

const fewOfEach = 3
/** Nearly everything contains a shorter text. */
const leastText = 2

interface Found {
  lines: PaletteLine[]
  isSearching: boolean
}

/** The open site's matches for a text: values to filter by, visitors and payments. */
export function useFound(text: string): Found {
  const { siteId = '' } = useParams({ strict: false })
  const rested = useLater(text.trim(), 200)
  const wanted = siteId === '' || rested.length < leastText ? '' : rested
  const found = [
    useFoundValues(siteId, wanted),
    useFoundVisitors(siteId, wanted),
    useFoundPayments(siteId, wanted),
  ]
  return {
    lines: wanted === '' ? [] : found.flatMap(({ lines }) => lines),
    isSearching: wanted !== '' && found.some(({ isSearching }) => isSearching),
  }
}

function useFoundValues(siteId: string, text: string): Found {
  const [{ range, filters }] = useReportState()
  const navigate = useNavigate()
  const asked = { range, text, isAsked: text !== '' }
  const answers = {
    source: useKnownValues(siteId, { dimension: 'source', ...asked }),
    page: useKnownValues(siteId, { dimension: 'page', ...asked }),
    campaign: useKnownValues(siteId, { dimension: 'campaign', ...asked }),
    country: useKnownValues(siteId, { dimension: 'country', ...asked }),
    goal: useKnownValues(siteId, { dimension: 'goal', ...asked }),
  }
  const filterBy = (dimension: Dimension, value: string) => {
    const filter = writeFilters(addFilter(filters, rowFilter(dimension, value)))
    const search = (params: object) => ({ ...params, filter })
    navigate({ to: '/sites/$siteId', params: { siteId }, search: search as never })
  }
  const lineOf = (dimension: Dimension, { value, label, visitors }: KnownValue) => ({
    id: `${dimension} ${value}`,
    group: words.filterBy,
    label: `${texts.panels.names[dimension]}: ${label}`,
    hint: words.visitors(formatCount(visitors), visitors === 1),
    run: () => filterBy(dimension, value),
  })
  return {
    lines: Object.entries(answers).flatMap(([dimension, { data = [] }]) =>
      data.slice(0, fewOfEach).map((value) => lineOf(dimension as Dimension, value)),
    ),
    isSearching: Object.values(answers).some(({ isFetching }) => isFetching),
  }
}

function useFoundVisitors(siteId: string, text: string): Found {
  const navigate = useNavigate()
  const { data = [], isFetching } = useVisitorSuggestions(siteId, text)
  const few = data.slice(0, fewOfEach)
  const ids = few.map(({ visitorId }) => visitorId)
  const nameOf = useVisitorNames(siteId, ids)
  const lines = few.map(({ visitorId, lastSeenAt }) => {
    const [label, made] = [nameOf(visitorId), personName(visitorId)]
    const lastSeen = words.lastSeen(formatInstantDay(lastSeenAt))
    return {
      id: `visitor ${visitorId}`,
      group: texts.explore.pages.visitors.name,
      label,
      hint: label === made ? lastSeen : `${made} · ${lastSeen}`,
      run: () =>
        navigate({ to: '/sites/$siteId/visitors/$visitorId', params: { siteId, visitorId } }),
    }
  })
  return { lines, isSearching: isFetching }
}

function useFoundPayments(siteId: string, text: string): Found {
  const navigate = useNavigate()
  const { data = [], isFetching } = usePaymentSuggestions(siteId, text)
  return {
    lines: data.map(({ paymentId, amount, currency, provider, timestamp }) => ({
      id: `payment ${paymentId}`,
      group: texts.payments.title,
      label: formatMoney(amount, currency),
      hint: `${formatProvider(provider)} · ${formatInstantDay(timestamp)}`,
      run: () =>
        navigate({ to: '/sites/$siteId/payments/$paymentId', params: { siteId, paymentId } }),
    })),
    isSearching: isFetching,
  }
}
