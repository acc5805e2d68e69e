import type { SourceList } from './source-list.ts'

/**
 * AI assistants that send visitors to pages, our own list. Search pages with an AI summary (Google's AI Mode, Bing)
 * stay search engines: their referrer does not distinguish the two.
 */
export const aiAssistants: SourceList = {
  version: '2026-11-20',
  kind: 'ai',
  sources: {
    'chatgpt.com': '.chatgpt.com chat.openai.com com.openai.chatgpt chatgpt',
    'openai.com': '.openai.com openai',
    'gemini.google.com':
      'gemini.google.com bard.google.com com.google.android.apps.bard gemini bard',
    'notebooklm.google.com': 'notebooklm.google.com notebooklm.google notebooklm',
    'claude.ai': '.claude.ai .claude.com com.anthropic.claude claude anthropic',
    'perplexity.ai': '.perplexity.ai ai.perplexity.app.android pplx.ai perplexity',
    'copilot.microsoft.com':
      'copilot.microsoft.com .copilot.com m365.cloud.microsoft com.microsoft.copilot copilot microsoft-copilot',
    'grok.com': '.grok.com ai.x.grok grok',
    'x.ai': '.x.ai',
    'deepseek.com': '.deepseek.com com.deepseek.chat deepseek',
    'mistral.ai': '.mistral.ai ai.mistral.chat mistral lechat le-chat',
    'meta.ai': '.meta.ai com.facebook.stella meta-ai',
    'you.com': '.you.com',
    'phind.com': '.phind.com phind',
    'poe.com': '.poe.com com.poe.android poe',
    'iask.ai': '.iask.ai iask',
    'kimi.com': '.kimi.com kimi.moonshot.cn kimi',
    'doubao.com': '.doubao.com doubao',
    'qwen.ai': '.qwen.ai chat.qwenlm.ai .tongyi.com qwen',
    'duck.ai': '.duck.ai',
    'pi.ai': '.pi.ai',
    'lumo.proton.me': 'lumo.proton.me',
    'felo.ai': '.felo.ai',
    'genspark.ai': '.genspark.ai genspark',
    'andisearch.com': '.andisearch.com',
    'consensus.app': '.consensus.app',
    'character.ai': '.character.ai',
  },
}
