/** Code with its words marked for colour. */
import hljs from 'highlight.js/lib/common';
import { drawable, escapeHtml } from './text.js';

export function highlight(code: string, language: string): string {
  const text = drawable(code);
  return hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escapeHtml(text);
}
