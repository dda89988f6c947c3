import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import type { Banked, QuestionBank, QuestionFormat } from '../bank-contract.ts'
import { questionTypes, type Question } from '../contract.ts'
import { AddQuestion } from './AddQuestion.tsx'
import { DeleteBankDialog, EditBankDialog } from './BankDialogs.tsx'
import { EditBankedDialog, NewBankedDialog } from './BankedDialog.tsx'
import { BankedList } from './BankedList.tsx'
import { bankApi, bankReads } from './client.ts'
import { newQuestion } from './emptyQuestion.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { PreviewDialog } from './QuestionDialog.tsx'
import { typeLabels } from './questionLabels.ts'

const route = getRouteApi('/shell/lms-management/question-banks/$id')

const trail = [
  { label: 'Course Management', href: '/lms-management' },
  { label: 'Question banks', href: '/lms-management/question-banks' },
]

/** Renders one bank with its questions. */
export function QuestionBankPage() {
  const { id } = route.useParams()
  const bank = useQuery(bankApi.getQuestionBank({ params: { id } }))
  if (bank.data) return <LoadedBank bank={bank.data} />
  return (
    <Page title="Question bank" above={<Breadcrumbs trail={trail} current="Question bank" />}>
      {bank.error ? <ErrorState error={bank.error} onRetry={bank.refetch} /> : <Skeleton height={320} />}
    </Page>
  )
}

const types = questionTypes.map((id) => ({ id, label: typeLabels[id].label }))

function LoadedBank({ bank }: { bank: QuestionBank }) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['type', 'tag'] as const })
  const [added, setAdded] = useState<Question>()
  const [edited, setEdited] = useState<Banked>()
  const [previewed, setPreviewed] = useState<readonly Question[]>([])
  const [asked, setAsked] = useState<'edit' | 'delete' | 'import'>()
  const params = { id: bank.id }
  const tags = useQuery(bankApi.listQuestionTags({ params }))
  const { search, type, tag } = address
  const questions = useInfiniteQuery({
    ...bankApi.listQuestions.infinite({ params, query: { search, type, tag }, limit: 50 }),
    placeholderData: keepPreviousData,
  })
  const remove = useDeletion()
  const exportAs = (format: QuestionFormat) => download(bankApi.exportQuestions.url({ params, query: { format } }))
  return (
    <Page
      title={bank.name}
      help={bank.description}
      above={<Breadcrumbs trail={trail} current={bank.name} />}
      actions={
        <>
          <AddQuestion onAdd={(chosen) => setAdded(newQuestion(chosen))} />
          <MenuButton
            label={`Actions for ${bank.name}`}
            items={[
              { label: 'Edit', onAction: () => setAsked('edit') },
              { label: 'Import questions', onAction: () => setAsked('import') },
              { label: 'Export as CSV (without pictures)', onAction: () => exportAs('csv') },
              { label: 'Export as Moodle XML (with pictures)', onAction: () => exportAs('moodle_xml') },
              { label: 'Export as GIFT (with pictures)', onAction: () => exportAs('gift') },
              'separator',
              { label: 'Delete', isDanger: true, onAction: () => setAsked('delete') },
            ]}
          />
        </>
      }
    >
      <ListScreen
        counted="questions"
        list={list}
        query={questions}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'type', label: 'Type', all: 'All types', options: types },
              {
                name: 'tag',
                label: 'Tag',
                all: 'All tags',
                options: (tags.data ?? []).map((id) => ({ id, label: id })),
              },
            ]}
          />
        }
        end={
          <Button
            isDisabled={!questions.data || questions.data.rows.length === 0}
            onPress={() => setPreviewed((questions.data?.rows ?? []).map(({ question }) => question))}
          >
            Preview
          </Button>
        }
        none={{
          icon: <ListChecks size={20} aria-hidden />,
          title: 'No questions yet',
          children: 'Add one, or copy those of a lesson here.',
        }}
      >
        {({ query, empty }) => (
          <BankedList
            query={query}
            empty={empty}
            menuOf={(banked) => [
              { label: 'Edit', onAction: () => setEdited(banked) },
              { label: 'Preview', onAction: () => setPreviewed([banked.question]) },
              'separator',
              { label: 'Delete', isDanger: true, onAction: () => remove(banked.id) },
            ]}
          />
        )}
      </ListScreen>
      <NewBankedDialog bankId={bank.id} question={added} onClose={() => setAdded(undefined)} />
      <EditBankedDialog banked={edited} onClose={() => setEdited(undefined)} />
      <PreviewDialog questions={previewed} onClose={() => setPreviewed([])} />
      <ImportDialog bankId={bank.id} isOpen={asked === 'import'} onClose={() => setAsked(undefined)} />
      <EditBankDialog bank={bank} isOpen={asked === 'edit'} onClose={() => setAsked(undefined)} />
      <DeleteBankDialog
        bank={bank}
        isOpen={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        onDeleted={() => void navigate({ to: '/lms-management/question-banks' })}
      />
    </Page>
  )
}

const notifyFailure = (error: unknown) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' })

function useDeletion() {
  const restore = useMutation(bankApi.restoreQuestion.mutation({ touches: bankReads, onError: notifyFailure }))
  const deletion = useMutation(
    bankApi.deleteQuestion.mutation({
      touches: bankReads,
      onError: notifyFailure,
      onSuccess: (_, { params }) =>
        notify({
          title: 'Question deleted',
          action: { label: 'Undo', onAction: () => restore.mutate({ params }) },
        }),
    }),
  )
  return (id: string) => deletion.mutate({ params: { id } })
}
