/**
 * In which order a person presses: what works on the view first, then what changes the view, then what throws the work
 * away. In: a control. Out: 0, 1 or 2. Words are a hint for the last; structure decides where it can.
 */
import type { Control } from './controls.ts';

export type PressClass = 0 | 1 | 2;

const LATE =
  /(?:^|[^\p{L}])(?:reset|clear|cancel|close|back|previous|prev|delete|remove|discard|dismiss|log ?out|sign ?out|undo|revert|restart|start over|abbrechen|schlie(?:ß|ss)en|zurück|löschen|entfernen|verwerfen|abmelden|annuler|fermer|retour|supprimer|effacer|cancelar|cerrar|volver|eliminar|borrar|salir|annulla|chiudi|indietro|elimina|fechar|voltar|excluir|sair|отмена|закрыть|назад|удалить|выйти|取消|关闭|返回|删除|退出|キャンセル|閉じる|戻る|削除)(?=$|[^\p{L}])/iu;
const CROSSES = /^(?:[×✕✖✗xX⨯❌←‹«]|&times;)$/;
const NAVIGATES = ['data-tab', 'data-view', 'data-page', 'data-panel', 'data-route', 'data-section', 'data-bs-toggle'];

export function pressClass(control: Control): PressClass {
  const element = control.element;
  if ((element as HTMLInputElement).type === 'reset') return 2;
  const hint = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`.replace(/[-_]/g, ' ');
  if (LATE.test(control.name) || CROSSES.test(control.name.trim())) return 2;
  if (/(?:^|\s)(?:close|cancel|dismiss|reset|back|prev|logout)(?=\s|$)/i.test(hint) && !isSubmitter(element)) return 2;
  if (element.localName === 'a' && leavesPage(element)) return 2;
  return isNavigation(element) ? 1 : 0;
}

export const isSubmitter = (element: Element): boolean => {
  const { type, form } = element as HTMLInputElement;
  return (
    (type === 'submit' || type === 'image') &&
    (element.localName === 'button' || element.localName === 'input') &&
    form !== null
  );
};

function leavesPage(element: Element): boolean {
  const href = element.getAttribute('href') ?? '';
  return href !== '' && !/^(?:#|javascript:)/i.test(href) && !element.hasAttribute('download');
}

function isNavigation(element: Element): boolean {
  const role = element.getAttribute('role');
  if (role === 'tab') return true;
  if (element.localName === 'a' && /^#./.test(element.getAttribute('href') ?? '')) return true;
  if (NAVIGATES.some((name) => element.hasAttribute(name))) return true;
  return element.closest('nav, [role=tablist], [role=navigation]') !== null;
}

const DESTROYS =
  /delete|remove|discard|clear|reset|log ?out|sign ?out|löschen|entfernen|verwerfen|abmelden|supprimer|effacer|eliminar|borrar|удалить|删除|削除/iu;

/** Takes something away, as far as its name says; what closes or goes back does not. */
export const isDestructive = (control: Control): boolean =>
  (control.element as HTMLInputElement).type === 'reset' ||
  DESTROYS.test(control.name) ||
  CROSSES.test(control.name.trim());
