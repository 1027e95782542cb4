/**
 * In which order a person presses: what works on the view first, then what changes the view, then what throws the work
 * away. In: a control. Out: 0, 1 or 2. Words are a hint for the last; structure decides where it can.
 */
import type { Control } from './controls.ts';

/** 3: what stands for others, which are pressed in its place. */
export type PressClass = 0 | 1 | 2 | 3;

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

const SAVES =
  /(?:^|[^\p{L}])(?:save|submit|send|post|publish|store|sync|upload|finish|done|complete|confirm|apply|update|commit|record|register|order|book|pay|check ?out|hand in|speichern|sichern|senden|abschicken|absenden|einreichen|übermitteln|veröffentlichen|übernehmen|bestätigen|fertig|buchen|bestellen|enregistrer|sauvegarder|envoyer|soumettre|publier|valider|terminer|confirmer|guardar|enviar|publicar|confirmar|terminar|finalizar|salva|invia|pubblica|conferma|salvar|gravar|concluir|opslaan|bewaren|verzenden|versturen|indienen|bevestigen|zapisz|wyślij|opublikuj|zatwierdź|potwierdź|сохранить|отправить|опубликовать|подтвердить|готово|зберегти|надіслати|kaydet|gönder|yayınla|onayla|spara|skicka)(?=$|[^\p{L}])|保存|送信|公開|確定|提出|登録|提交|发送|發送|发布|確認|确认|完成|저장|제출|전송|보내기|게시|확인|💾/iu;

/** Sends what the page holds, as far as its kind and its name say. */
export const isSaving = (control: Control): boolean =>
  isSubmitter(control.element) || SAVES.test(control.name) || SAVES.test(idWords(control.element));

const idWords = (element: Element): string =>
  (element.getAttribute('id') ?? '').replace(/[-_]/g, ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const DESTROYS =
  /delete|remove|discard|clear|reset|log ?out|sign ?out|löschen|entfernen|verwerfen|abmelden|supprimer|effacer|eliminar|borrar|удалить|删除|削除/iu;

/** Takes something away, as far as its name says; what closes or goes back does not. */
export const isDestructive = (control: Control): boolean =>
  (control.element as HTMLInputElement).type === 'reset' ||
  DESTROYS.test(control.name) ||
  CROSSES.test(control.name.trim());
