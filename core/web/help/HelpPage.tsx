import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { PageLink } from '../links.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Toolbar } from '../ui/lists/Toolbar.tsx'
import { matches, type Article } from './article.ts'
import { ArticleView } from './ArticleView.tsx'
import { Contact } from './Contact.tsx'
import { KeyList } from './KeyList.tsx'
import * as styles from './Help.css.ts'
import { useArticles } from './useArticles.ts'

const route = getRouteApi('/shell/help')

/** The guide: articles for the user's role, searched as they type, one of them opened by its address. */
export function HelpPage() {
  const { article: chosen, search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const articles = useArticles()
  const typed = useDeferredValue(search)
  const open = articles.data?.find(({ id }) => id === chosen)
  if (open) {
    return (
      <Page
        title={open.title}
        isNarrow
        above={
          <PageLink to="/help" search={{ search: search || undefined }}>
            Help
          </PageLink>
        }
      >
        <Card>
          <ArticleView article={open} />
        </Card>
        <Contact />
      </Page>
    )
  }
  return (
    <Page title="Help" isNarrow>
      <Toolbar label="Find help">
        <SearchField
          label="Search help"
          value={search}
          onChange={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
        />
      </Toolbar>
      {articles.error ? (
        <ErrorState error={articles.error} onRetry={articles.refetch} />
      ) : articles.data ? (
        <ArticleList articles={articles.data.filter((one) => matches(one, typed.trim()))} />
      ) : (
        <Skeleton height={320} />
      )}
      <Card title="Keys">
        <KeyList />
      </Card>
      <Contact />
    </Page>
  )
}

function ArticleList({ articles }: { articles: readonly Article[] }) {
  const { search } = route.useSearch()
  if (articles.length === 0) {
    return <EmptyState title="No articles found">Try other words, or write to the address below.</EmptyState>
  }
  return (
    <Card title="Articles">
      <ul className={styles.articles}>
        {articles.map(({ id, title }) => (
          <li key={id}>
            <PageLink to="/help" search={{ article: id, search }}>
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
