// @ts-check
/** The forms of what happens seldom. They come after the table: it is ready without them. */
import { AgreedForm } from "./agreed_form.js";
import { FalseMahjongForm } from "./false_mahjong_form.js";
import { PenaltyForm } from "./penalty_form.js";
import { SeveralWinnersForm } from "./several_winners_form.js";
import { SidePaymentForm } from "./side_payment_form.js";
import { SubstitutionForm } from "./substitution_form.js";
import { TotalsForm } from "./totals_form.js";

export const OTHER_OUTCOME_FORMS = {
  agreed: AgreedForm,
  false_mahjong: FalseMahjongForm,
  penalty: PenaltyForm,
  several_winners: SeveralWinnersForm,
  side_payment: SidePaymentForm,
  substitution: SubstitutionForm,
  totals: TotalsForm,
};
