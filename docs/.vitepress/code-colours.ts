import type { MarkdownOptions } from 'vitepress'

/**
 * The highlighter knows colours only, and would write them as `style` attributes, which the content security policy
 * forbids. So each kind of token has a colour that is never shown, and gets a class in its place (theme/style.css).
 */
const kinds = {
  text: { colour: '#000000', scope: [] },
  comment: { colour: '#000001', scope: ['comment', 'punctuation.definition.comment'] },
  string: { colour: '#000002', scope: ['string', 'constant.other.symbol', 'markup.inline.raw'] },
  number: { colour: '#000003', scope: ['constant.numeric', 'constant.language'] },
  keyword: { colour: '#000004', scope: ['keyword', 'storage'] },
  name: { colour: '#000005', scope: ['entity.name', 'support', 'variable.other.property'] },
  attribute: {
    colour: '#000006',
    scope: ['entity.other.attribute-name', 'meta.object-literal.key'],
  },
} as const

const classes = new Map<string, string>(
  Object.entries(kinds).map(([kind, { colour }]) => [colour, `code-${kind}`]),
)

/** The options of VitePress's Markdown that colour code by classes. */
export const codeColours: Pick<MarkdownOptions, 'theme' | 'codeTransformers'> = {
  theme: {
    name: 'classes',
    type: 'light',
    settings: [
      { settings: { foreground: kinds.text.colour, background: '#ffffff' } },
      ...Object.values(kinds)
        .filter(({ scope }) => scope.length > 0)
        .map(({ scope, colour }) => ({ scope: [...scope], settings: { foreground: colour } })),
    ],
  },
  codeTransformers: [
    {
      name: 'classes-for-colours',
      pre(node) {
        delete node.properties.style
      },
      span(node) {
        const colour = /#[0-9a-f]{6}/i.exec(String(node.properties.style))?.[0].toLowerCase()
        delete node.properties.style
        node.properties.class = classes.get(colour ?? '')
      },
    },
  ],
}
