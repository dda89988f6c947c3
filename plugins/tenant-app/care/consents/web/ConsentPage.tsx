import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Users } from 'lucide-react'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { consentStates, type ConsentDetail, type StudentAnswer } from '../contract.ts'
import { ConsentDialogs, type ConsentDialog } from './ConsentDialogs.tsx'
import { ConsentTexts } from './ConsentTexts.tsx'
import { PaperDialog } from './PaperDialog.tsx'
import { answerColumns } from './answerColumns.tsx'
import { consentsApi } from './client.ts'
import { askedOf, kindNames, stateLabels } from './consentLabels.ts'

const route = getRouteApi('/shell/org-settings/consents/$consentId')
const PAGE_SIZE = 25

const stateOptions = consentStates.map((id) => ({ id, label: stateLabels[id].label }))

/** Shows one consent: its answers and its texts. */
export function ConsentPage() {
  const { consentId } = route.useParams()
  const consent = useQuery(consentsApi.getConsent({ params: { id: consentId } }))
  const [dialog, open] = useState<ConsentDialog>()
  const isOfPlatform = useUser().role === 'superadmin'
  const { data } = consent
  const title = data?.title ?? 'Consent'
  return (
    <Page
      title={title}
      help={data && `${kindNames[data.kind]} · ${askedOf(data)}`}
      above={
        <Breadcrumbs trail={[{ label: 'Organization Settings', href: '/org-settings?tab=consents' }]} current={title} />
      }
      actions={
        data ? (
          <Actions consent={data} isOfPlatform={isOfPlatform} onOpen={open} />
        ) : (
          consent.isPending && <Skeleton width={170} height={36} />
        )
      }
    >
      {consent.error && !data ? (
        <ErrorState error={consent.error} onRetry={consent.refetch} />
      ) : (
        <>
          {!isOfPlatform && (
            <StatRow
              query={consent}
              stats={consentStates.map((state) => ({
                label: stateLabels[state].label,
                value: data?.[state] ?? undefined,
              }))}
            />
          )}
          {isOfPlatform ? (
            <Banner>Who has answered what opens on each student’s page, with a reason.</Banner>
          ) : (
            <Answers consentId={consentId} />
          )}
          {data && <ConsentTexts versions={data.versions} />}
        </>
      )}
      {data && <ConsentDialogs consent={data} open={dialog} onClose={() => open(undefined)} />}
    </Page>
  )
}

interface ActionsProps {
  consent: ConsentDetail
  isOfPlatform: boolean
  onOpen: (dialog: ConsentDialog) => void
}

function Actions({ consent: { id, title, withdrawnAt }, isOfPlatform, onOpen }: ActionsProps) {
  const file = {
    label: 'Export as CSV',
    onAction: () => download(consentsApi.exportConsentAnswers.url({ params: { id }, query: {} })),
  }
  const files = isOfPlatform ? [] : [file]
  if (withdrawnAt) {
    return (
      <>
        <Badge>Withdrawn</Badge>
        {files.length > 0 && <MenuButton label={`Actions for ${title}`} items={files} />}
      </>
    )
  }
  return (
    <>
      <Button icon={<FilePlus size={16} aria-hidden />} onPress={() => onOpen('publish')}>
        New version
      </Button>
      <MenuButton
        label={`Actions for ${title}`}
        items={[
          { label: 'Change who is asked', onAction: () => onOpen('edit') },
          { label: 'Remind families', onAction: () => onOpen('remind') },
          ...files,
          'separator',
          { label: 'Withdraw', isDanger: true, onAction: () => onOpen('withdraw') },
        ]}
      />
    </>
  )
}

function Answers({ consentId }: { consentId: string }) {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['state', 'grade'] })
  const { search, state, grade } = address
  const zone = useZone()
  const [onPaper, setOnPaper] = useState<StudentAnswer>()
  const answers = useQuery({
    ...consentsApi.listConsentAnswers.page({
      params: { id: consentId },
      query: { search, state, grade, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const audience = useQuery(consentsApi.consentAudience({ query: { limit: 1 } }))
  const grades = (audience.data?.grades ?? []).map((id) => ({ id, label: `Grade ${id}` }))
  return (
    <>
      <ListScreen
        counted="students"
        list={list}
        query={answers}
        search={{ placeholder: 'Search by name' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'state', label: 'Answer', all: 'All answers', options: stateOptions },
              { name: 'grade', label: 'Grade', all: 'All grades', options: grades },
            ]}
          />
        }
        none={{
          icon: <Users size={20} aria-hidden />,
          title: 'No families are asked',
          children: 'No active student is among those of whom this is asked.',
        }}
        noMatches="Try another part of the name, or other filters."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={answerColumns(zone)}
            rowKey={({ studentId }) => studentId}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
            rowHref={({ studentId }) => `/students/${studentId}?tab=documents`}
            rowLabel={({ studentName }) => studentName}
            rowActions={(row) => [{ label: 'Record an answer on paper', onAction: () => setOnPaper(row) }]}
          />
        )}
      </ListScreen>
      <PaperDialog
        consentId={consentId}
        student={onPaper && { id: onPaper.studentId, name: onPaper.studentName }}
        onClose={() => setOnPaper(undefined)}
      />
    </>
  )
}
