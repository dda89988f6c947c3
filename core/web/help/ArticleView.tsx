import { TextLink } from '../ui/actions/TextLink.tsx'
import { Stack } from '../ui/layout/Stack.tsx'
import { parseBlocks, parseInline, type Article, type Block } from './article.ts'
import * as styles from './Help.css.ts'

/** Shows the text of an article. */
export function ArticleView({ article }: { article: Article }) {
  return (
    <Stack>
      {parseBlocks(article.body).map((block) => (
        <BlockView key={block.lines.join()} block={block} />
      ))}
    </Stack>
  )
}

function BlockView({ block: { kind, lines } }: { block: Block }) {
  if (kind === 'paragraph') return <p className={styles.paragraph}>{<Inline line={lines.join(' ')} />}</p>
  const List = kind === 'steps' ? 'ol' : 'ul'
  return (
    <List className={styles.list}>
      {lines.map((line) => (
        <li key={line}>
          <Inline line={line} />
        </li>
      ))}
    </List>
  )
}

const Inline = ({ line }: { line: string }) =>
  parseInline(line).map(({ text, isBold, href }) =>
    href ? (
      <TextLink key={text} href={href}>
        {text}
      </TextLink>
    ) : isBold ? (
      <strong key={text}>{text}</strong>
    ) : (
      text
    ),
  )
